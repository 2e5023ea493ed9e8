; A product of chunks of a slice, of which the last one may be shorter, in parts that
; can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @llvm.umin.i64(i64, i64)

define void @NAME(i64 %m, i64 %n, i64 noundef %chunk, i64 noundef %size, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
;{ PIECES
;}
  %row.a = mul i64 %vi, %n
  %row.c = mul i64 %vi, %chunk
  br label %k

k:
;{ COLUMN
  %vk = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
;}
;{ LEFT
  %left = sub i64 %size, %row.c
;}
  %length = call i64 @llvm.umin.i64(i64 %left, i64 %chunk)
  %row.b = mul i64 %vk, %chunk
  %ia = add i64 %row.a, %vk
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j

j:
  %vj = phi i64 [ 0, %k ], [ %j.next, %j ]
  %ib = add i64 %row.b, %vj
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %vj
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %vj, 1
  %j.done = icmp eq i64 %j.next, %length
  br i1 %j.done, label %k.latch, label %j

k.latch:
  %k.next = add nuw i64 %vk, 1
;{ COLUMNS
  %k.done = icmp eq i64 %k.next, %n
;}
  br i1 %k.done, label %i.latch, label %k

i.latch:
  %i.next = add nuw i64 %vi, 1
;{ ROWS
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i
;}

exit:
  ret void
}
