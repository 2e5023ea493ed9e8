"""OpenBLAS of another architecture, for programs that run under QEMU: Debian's
package, downloaded with an index of its own and unpacked. Nothing is installed."""

import subprocess

PACKAGE = "libopenblas-pthread-dev"


def apt(architecture, folder, *words, **options):
    lists, cache = folder / "lists", folder / "cache"
    for needed in (lists / "partial", cache / "archives/partial"):
        needed.mkdir(parents=True, exist_ok=True)
    settings = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "Dir::State::Lists": lists,
        "Dir::State::status": "/dev/null",
        "Dir::Cache": cache,
        "APT::Sandbox::User": "root",
        "Acquire::Languages": "none",
    }
    words = [*(f"-o{key}={value}" for key, value in settings.items()), *words]
    return subprocess.run(
        ["apt-get", "-qq", *words], capture_output=True, text=True, **options
    )


def openblas(architecture, folder):
    """(path of the static library, None), or (None, why there is none)."""
    folder = folder.resolve() / f"openblas-{architecture}"

    def library():
        return next(iter(folder.glob("usr/lib/*/openblas-pthread/libopenblas.a")), None)

    if library():
        return library(), None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # An index of one repository may lack the architecture; the download tells.
        apt(architecture, folder, "update")
        ran = apt(architecture, folder, "download", PACKAGE, cwd=folder)
    except OSError as error:
        return None, f"cannot run apt-get: {error}"
    packages = sorted(folder.glob(f"{PACKAGE}_*.deb"))
    if not packages:
        lines = (ran.stderr + ran.stdout).strip().splitlines()
        return None, (
            f"apt-get has no {PACKAGE}:{architecture}"
            f" ({lines[-1] if lines else 'no message'}); download the package from a"
            f" Debian mirror into {folder} and unpack it there: dpkg -x FILE ."
        )
    subprocess.run(["dpkg", "-x", packages[-1], folder], check=True)
    found = library()
    return found, None if found else f"{packages[-1].name} has no static library"
