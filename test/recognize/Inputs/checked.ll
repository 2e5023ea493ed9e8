; A product with a check of its innermost counter against a number that each row
; loads, in parts that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-ni:1-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)
declare i64 @reads(i64) memory(read) nounwind willreturn speculatable
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !4}
!2 = !{!3, !3, i64 0}
!3 = !{!"long", !4}
!4 = !{!"char"}

define void @NAME(i64 noundef %n, ptr noalias %A, ptr noalias %B, ptr noalias %C,
;{ POINTERS
  ptr %D, ptr %E
;}
  ) mustprogress {
entry:
;{ BEFORE
;}
  br label %nest

nest:
  br label %i

i:
  %vi = phi i64 [ 0, %nest ], [ %i.next, %i.latch ]
;{ CARRIED
;}
;{ ROW
  %r = load i64, ptr %D
;}
;{ HEADER
  br label %i.body
;}

i.body:
  br label %j

j:
  %vj = phi i64 [ 0, %i.body ], [ %j.next, %j.latch ]
;{ COLUMN
;}
  br label %k.before

k.before:
  br label %k

k:
;{ COUNTER
  %vk = phi i64 [ 0, %k.before ], [ %k.next, %k.latch ]
;}
  %s = phi double [ 0.0, %k.before ], [ %s.next, %k.latch ]
;{ START
;}
;{ TEST
  %bad = icmp uge i64 %vk, %r
;}
;{ BRANCH
  br i1 %bad, label %trap, label %k.body
;}

k.body:
  %ra = mul i64 %vi, %n
  %ia = add i64 %ra, %vk
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %vk, %n
  %ib = add i64 %rb, %vj
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %s.next = fadd double %s, %ab
  br label %k.latch

k.latch:
;{ STEP
  %k.next = add nuw nsw i64 %vk, 1
;}
;{ UNTIL
  %k.goes = icmp ult i64 %k.next, %n
  br i1 %k.goes, label %k, label %j.latch
;}

j.latch:
;{ SUM
  %sum = phi double [ %s.next, %k.latch ]
;}
  %rc = mul i64 %vi, %n
  %ic = add i64 %rc, %vj
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc, !tbaa !0
;{ NEXT
  %j.next = add nuw nsw i64 %vj, 1
;}
;{ WIDTH
  %j.goes = icmp ult i64 %j.next, %n
;}
  br i1 %j.goes, label %j, label %i.exits

i.exits:
;{ AFTER
;}
  %i.next = add nuw nsw i64 %vi, 1
;{ EXIT
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.latch
;}

i.latch:
;{ LATCH
;}
  br label %i

trap:
  call void @llvm.trap()
  unreachable

exit:
;{ END
  ret void
;}
}
