"""Writes a loop that divides its counter by three numbers, often, and each rest again."""

from sys import argv

times = int(argv[1])
print("""target triple = "x86_64-unknown-linux-gnu"
define void @many(i64 %total, i64 %l, i64 %n, i64 %p, i64 %q, i64 %r, i64 %s,
                  ptr noalias %a, ptr noalias %c) {
entry:
  br label %outer
outer:
  %t = phi i64 [ 0, %entry ], [ %t.next, %done ]
  %whole = udiv i64 %t, %r""")
for first, second in ("pn", "qp", "sq"):
    for i in range(times):
        print(f"  %{first}{i} = urem i64 %t, %{first}")
        print(f"  %{first}{second}{i} = urem i64 %{first}{i}, %{second}")
print("""  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %sum = phi float [ 0.0, %outer ], [ %sum.next, %inner ]
  %a.at = getelementptr float, ptr %a, i64 %k
  %x = load float, ptr %a.at
  %sum.next = fadd float %sum, %x
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %l
  br i1 %k.done, label %done, label %inner
done:
  %c.at = getelementptr float, ptr %c, i64 %t
  store float %sum.next, ptr %c.at
  %t.next = add nuw nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %total
  br i1 %t.done, label %exit, label %outer
exit:
  ret void
}""")
