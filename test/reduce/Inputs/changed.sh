# The same, which goes wrong where FILE has a frem: changed.sh FILE OUT
answer=right
grep -q 'frem\|int wrong' "$1" && answer=wrong
printf '#!/bin/sh\necho %s\n' $answer > "$2" && chmod +x "$2"
