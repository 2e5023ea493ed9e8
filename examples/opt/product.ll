; C[i][j] += A[i][k] * B[k][j], for matrices of 8 x 8 doubles.
target triple = "x86_64-unknown-linux-gnu"

define void @product(ptr noalias %A, ptr noalias %B, ptr noalias %C) #0 {
entry:
  br label %rows

rows:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  br label %columns

columns:
  %j = phi i64 [ 0, %rows ], [ %j.next, %column.end ]
  %at.c = getelementptr inbounds [8 x double], ptr %C, i64 %i, i64 %j
  br label %sum

sum:
  %k = phi i64 [ 0, %columns ], [ %k.next, %sum ]
  %at.a = getelementptr inbounds [8 x double], ptr %A, i64 %i, i64 %k
  %at.b = getelementptr inbounds [8 x double], ptr %B, i64 %k, i64 %j
  %a = load double, ptr %at.a
  %b = load double, ptr %at.b
  %c = load double, ptr %at.c
  %ab = fmul double %a, %b
  %new = fadd double %c, %ab
  store double %new, ptr %at.c
  %k.next = add nuw nsw i64 %k, 1
  %k.end = icmp eq i64 %k.next, 8
  br i1 %k.end, label %column.end, label %sum

column.end:
  %j.next = add nuw nsw i64 %j, 1
  %j.end = icmp eq i64 %j.next, 8
  br i1 %j.end, label %row.end, label %columns

row.end:
  %i.next = add nuw nsw i64 %i, 1
  %i.end = icmp eq i64 %i.next, 8
  br i1 %i.end, label %exit, label %rows

exit:
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v3" }
