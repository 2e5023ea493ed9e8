# Makes a "program" of FILE: plain.sh FILE OUT
printf '#!/bin/sh\necho right\n' > "$2" && chmod +x "$2"
