; A product with as many columns as phis say, in parts that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @NAME(i64 noundef %n, ptr noalias %A, ptr noalias %B, ptr %C, ptr dereferenceable(8) %N, ptr dereferenceable(8) %O) mustprogress {
entry:
  %first = load i64, ptr %N
;{ ENTER
  %none = icmp eq i64 %first, 0
  br i1 %none, label %exit, label %i
;}

i:
  %vi = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
;{ PHI
  %m = phi i64 [ %first, %entry ], [ %m.next, %i.latch ]
;}
;{ ASK
  %skips = icmp eq i64 %m, 0
  br i1 %skips, label %i.latch, label %j
;}

j:
  %vj = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k

k:
  %vk = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi double [ 0.0, %j ], [ %s.next, %k ]
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
  %k.next = add nuw nsw i64 %vk, 1
  %k.goes = icmp ult i64 %k.next, %n
  br i1 %k.goes, label %k, label %j.latch

j.latch:
  %rc = mul i64 %vi, %n
  %ic = add i64 %rc, %vj
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %s.next, ptr %pc
;{ AGAIN
  %again = load i64, ptr %N
;}
  %j.next = add nuw nsw i64 %vj, 1
;{ WIDTH
  %j.goes = icmp ult i64 %j.next, %again
;}
  br i1 %j.goes, label %j, label %i.latch

i.latch:
;{ NEXT
  %m.next = phi i64 [ 0, %i ], [ %again, %j.latch ]
;}
  %i.next = add nuw nsw i64 %vi, 1
;{ ROWS
  %i.goes = icmp ult i64 %i.next, %n
  br i1 %i.goes, label %i, label %exit
;}

exit:
  ret void
}
