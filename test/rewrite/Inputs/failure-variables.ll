; A product of elements that a function finds, which is given a local variable.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@kept.in = global ptr null
declare void @fail(i64, ptr) cold
declare void @stop() cold noreturn
declare i32 @__gxx_personality_v0(...)

define void @NAME(i64 noundef %n, ptr noalias noundef dereferenceable(8) %size, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C) personality ptr @__gxx_personality_v0 {
entry:
;{ VAR
  %var = alloca [2 x i64]
  store i64 %n, ptr %var
  br label %i
;}
i:
;{ FROM
  %vi = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
;}
  br label %j
j:
  %vj = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %vk = phi i64 [ 0, %j ], [ %k.next, %sum ]
  %s = phi double [ 0.0, %j ], [ %s.next, %sum ]
;{ STEP
;}
;{ CALLS
  %p = call ptr @NAME.at(ptr %size, ptr %A, i64 %vi, i64 %vk, ptr %var)
  %q = call ptr @NAME.at(ptr %size, ptr %B, i64 %vk, i64 %vj, ptr %var)
  br label %sum
;}
sum:
  %a = load double, ptr %p
  %b = load double, ptr %q
  %ab = fmul double %a, %b
  %s.next = fadd double %s, %ab
  %k.next = add nuw nsw i64 %vk, 1
  %k.more = icmp ult i64 %k.next, %n
  br i1 %k.more, label %k, label %j.latch
j.latch:
  %r = call ptr @NAME.at(ptr %size, ptr %C, i64 %vi, i64 %vj, ptr null)
  store double %s.next, ptr %r
  %j.next = add nuw nsw i64 %vj, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %j, label %i.latch
i.latch:
  %i.next = add nuw nsw i64 %vi, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %i, label %done
done:
;{ DONE
  br label %exit
;}
;{ BEHIND
;}
exit:
  ret void
}

define internal ptr @NAME.at(ptr noundef dereferenceable(8) %size, ptr %M, i64 %i, i64 %j, ptr %given) {
entry:
  %n = load i64, ptr %size
  %is = icmp ult i64 %j, %n
  br i1 %is, label %in, label %out
in:
  %row = mul i64 %i, %n
  %x = add i64 %row, %j
  %p = getelementptr double, ptr %M, i64 %x
  ret ptr %p
out:
  call void @fail(i64 %j, ptr %given)
  call void @stop()
  unreachable
}
