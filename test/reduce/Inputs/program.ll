; The stand-in for a broken plugin goes wrong where it sees a frem.
define double @unrelated(double %x) {
  %y = fmul double %x, %x
  %z = fadd double %y, %x
  ret double %z
}

define double @wrong(double %x, double %y) {
  %s = fadd double %x, %y
  %r = frem double %s, %y
  ret double %r
}

define i32 @main() {
  %a = call double @unrelated(double 2.0)
  %b = call double @wrong(double %a, double 3.0)
  %c = fptosi double %b to i32
  ret i32 %c
}
