; A product over a range that includes its end, in parts that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @NAME(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i

i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j

j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k

k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %q = phi i64 [ 7, %j ], [ %q.next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %q.next = add nuw i64 %q, 1
;{ END
  %at = icmp uge i64 %p, %n
;}
;{ NEXT
  %more = add nuw i64 %p, 1
  %next = select i1 %at, i64 %p, i64 %more
;}
  %ia = add i64 %row, %p
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
;{ BEYOND
  %beyond = icmp ugt i64 %next, %n
;}
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k

j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j

i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i

exit:
  ret void
}
