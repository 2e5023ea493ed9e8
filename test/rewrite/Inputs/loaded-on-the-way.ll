; A product with padding, in which a size is loaded where a row is inside, in parts
; that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-ni:1-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @reads(i64) memory(read) nounwind willreturn speculatable
declare void @does() nounwind willreturn
declare i64 @lrint(double)
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !4}
!2 = !{!3, !3, i64 0}
!3 = !{!"long", !4}
!4 = !{!"char"}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !4}

define void @NAME(i64 noundef %n, i64 noundef %p, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr %N) mustprogress {
entry:
;{ OPEN
  br label %nest
;}

nest:
  br label %i

i:
  %vi = phi i64 [ 0, %nest ], [ %i.next, %i.latch ]
  br label %i.row

i.row:
;{ ROW
;}
  br label %j.before

j.before:
  br label %j

j:
  %vj = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
;{ COLUMN
;}
  br label %k.before

k.before:
  br label %k

k:
  %vk = phi i64 [ 0, %k.before ], [ %k.next, %k.latch ]
  %s = phi double [ 0.0, %k.before ], [ %s.next, %k.latch ]
  %far = add nuw nsw i64 %vi, %vk
  %row = add nsw i64 %far, -1
;{ INSIDE
  %inside = icmp ult i64 %row, %n
;}
  br i1 %inside, label %below, label %k.latch

below:
;{ LIMIT
  %limit = load i64, ptr %N, !tbaa !2
;}
  %is.below = icmp ult i64 %row, %limit
  br i1 %is.below, label %in, label %inside.end

in:
  %ra = mul nsw i64 %row, %n
  %pa = getelementptr inbounds double, ptr %A, i64 %ra
  %a = load double, ptr %pa, !tbaa !0
  %rb = mul nsw i64 %vk, %n
  %ib = add nsw i64 %rb, %vj
  %pb = getelementptr inbounds double, ptr %B, i64 %ib
  %b = load double, ptr %pb, !tbaa !0
;{ ELEMENT
;}
  br label %add

add:
  %ab = fmul double %a, %b
  %s.in = fadd double %s, %ab
  br label %inside.end

inside.end:
  %s.inside = phi double [ %s, %below ], [ %s.in, %add ]
  br label %k.latch

k.latch:
  %s.next = phi double [ %s, %k ], [ %s.inside, %inside.end ]
  %k.next = add nuw nsw i64 %vk, 1
;{ UNTIL
  %k.goes = icmp ult i64 %k.next, %p
;}
  br i1 %k.goes, label %k, label %j.latch

j.latch:
  %rc = mul nsw i64 %vi, %n
  %ic = add nsw i64 %rc, %vj
  %pc = getelementptr inbounds double, ptr %C, i64 %ic
  store double %s.next, ptr %pc, !tbaa !0
  %j.next = add nuw nsw i64 %vj, 1
  %j.goes = icmp ult i64 %j.next, %n
  br i1 %j.goes, label %j, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %vi, 1
;{ ROWS
  %i.goes = icmp ult i64 %i.next, %n
;}
  br i1 %i.goes, label %i, label %exit

exit:
;{ CLOSE
  ret void
;}
}
