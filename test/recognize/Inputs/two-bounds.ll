; A product whose outermost loop is left before its body or behind it, in parts that
; can be replaced. That the code generator may fuse what is added to it, if branches
; go, keeps it from being read as one with a check.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define i64 @NAME(i64 noundef %n, i64 noundef %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) mustprogress {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
;{ HEADER
;}
;{ ENDS
  %i.out = icmp eq i64 %vi, %m
  br i1 %i.out, label %exit, label %i.body
;}

i.body:
;{ BODY
  br label %i.inner
;}

i.inner:
  br label %j

j:
  %vj = phi i64 [ 0, %i.inner ], [ %j.next, %j.latch ]
;{ COLUMN
  br label %j.body
;}

j.body:
  br label %k

k:
  %vk = phi i64 [ 0, %j.body ], [ %k.next, %k ]
  %s = phi double [ 0.0, %j.body ], [ %s.next, %k ]
  %ra = mul i64 %vi, %n
  %ia = add i64 %ra, %vk
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %vk, %n
  %ib = add i64 %rb, %vj
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul contract double %a, %b
  %s.next = fadd contract double %s, %ab
  %k.next = add nuw nsw i64 %vk, 1
  %k.goes = icmp ult i64 %k.next, %n
  br i1 %k.goes, label %k, label %j.latch

j.latch:
  %ic = add i64 %ra, %vj
  %pc = getelementptr double, ptr %C, i64 %ic
  %old = load double, ptr %pc
  %x = fmul contract double %s.next, 2.0
  %y = fmul double %old, 3.0
  %sum = fadd contract double %y, %x
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %vj, 1
  %j.goes = icmp ult i64 %j.next, %n
  br i1 %j.goes, label %j, label %i.latch

i.latch:
  %i.next = add nuw nsw i64 %vi, 1
;{ LATCH
  %i.goes = icmp ult i64 %i.next, 32
  br i1 %i.goes, label %i, label %exit
;}

exit:
;{ END
  ret i64 0
;}
}
