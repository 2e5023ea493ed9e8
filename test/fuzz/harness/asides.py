"""What stands beside a product: reads under conditions, loops that need not end,
and names in the module that the C library has too.

What may not be read lies between inaccessible pages, or is behind a null
pointer, in the cases in which its condition does not hold.
"""

LIBM = ["sqrt", "fabs", "floor", "exp", "tanh", "trunc"]
NAMES = ["mmap", "munmap", "malloc", "free", "__errno_location", "syscall", "madvise",
         "__cpu_model", "__cpu_indicator_init", "arch_prctl", "getauxval"]


def optional(c, v, t):
    """Reads of `far[0]`, elements of type \\p t, in some iterations of the loop
    \\p v."""
    test = c.pick(["flags[{v}]", "low == 1", "flags[{v}] > low + 2"]).format(v=v)
    return c.pick([
        f"if ({test}) for (int u = 0; u < 100; ++u) {{ "
        f"AT(far[0][u]) = u - AT(far[0][u]); AT(far[0][0]) = u - AT(far[0][0]); }}",
        f"if ({test}) {{ {t} x = 0; for (int u = 0; u < 50; ++u) x += AT(far[0][u]); "
        f"AT(W[{v}]) = x; }}",
        f"if ({test}) AT(W[{v}]) = AT(far[0][{v}]);",
        f"for (int u = 0; u < flags[{v}]; ++u) AT(far[0][u]) = u - AT(far[0][0]);",
        f"if ({test}) for (int u = 0; u < 9; ++u) for (int w = 0; w <= u; ++w) "
        f"AT(far[0][w]) = u - AT(far[0][5000]);"])


def optional_setup(t):
    """Declares `flags` and `far`, and sets them to what the case says."""
    return (f"static int flags[2 * ROWS]; static {t} *far[1]; "
            f"for (long r = 0; r < 2 * ROWS; ++r) flags[r] = a->low == 1 && r % 3 == 0 ? 7 : 0; "
            f"far[0] = a->low == 1 ? ({t} *)a->p[5] : 0;")


def side_loop(c, v):
    """A loop in the loop \\p v whose end nothing but `spins` promises."""
    step = c.pick(["x = (x * 5 + 2) & 255", "x += 2", "x = x & 1 ? x | 256 : x << 4"])
    count, use = c.pick([("", ""), ("++count;", f"AT(W[{v}]) = count & 15;")])
    return (f"{{ unsigned x = spins[{v}], count = 0; "
            f"for (;;) {{ if (ENDS(x == 0)) break; {step}; {count} }} {use} }}")


SIDE_SETUP = ("static unsigned spins[2 * ROWS]; for (long r = 0; r < 2 * ROWS; ++r) "
              "spins[r] = r % 3 ? 0 : -16u; if (a->endless) spins[a->low] |= 1;")


def own_function(name, t):
    """A function of the module's own that is called as one of the C library."""
    return (f"static __attribute__((noinline)) {t} own_{name}({t}) __asm__(\"{name}\");\n"
            f"static {t} own_{name}({t} x) {{ return x * 2 - 1; }}\n")


def neighbor(c):
    """The name of the C library's, and what it is in this module: a function or a
    variable."""
    name = c.pick(NAMES)
    if c.flag():
        return name, f"static __attribute__((used)) long own_{name} __asm__(\"{name}\") = 7;\n"
    return name, (f"static __attribute__((used, noinline)) long own_{name}(void) "
                  f"__asm__(\"{name}\");\n"
                  f"static long own_{name}(void) {{ __builtin_trap(); }}\n")
