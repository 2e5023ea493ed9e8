#!/usr/bin/env python3
"""Runs static x86-64 programs on an emulated processor with AVX-512 and VNNI.

    machine.py QUEUE --kernel VMLINUZ --clang clang-22 --work /tmp/w

QUEUE has one command line on each line: a program's path and its arguments. All
of them run in one boot of Debian's kernel, in Bochs, which emulates an Ice Lake:
AVX-512 F, BW, CD, DQ, VL and VNNI, no bfloats, halves or tiles. Booting takes
half a minute; then it executes some 10 million instructions a second.

Prints what each program wrote. Fails when one of them does, when one is missing
and when there was none.
"""

import argparse
import os
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ISOLINUX = "/usr/lib/ISOLINUX/isolinux.bin"
LDLINUX = "/usr/lib/syslinux/modules/bios/ldlinux.c32"
BIOS = "/usr/share/bochs/BIOS-bochs-latest"
VGA_BIOS = "/usr/share/bochs/VGABIOS-lgpl-latest"

# What the emulated processor says of XSAVES and protection keys the kernel does
# not believe, and then goes without AVX: those are switched off (noxsaves, 321,
# 515, 516), as are features that only cost time here.
KERNEL_ARGUMENTS = (
    "console=ttyS0 quiet rdinit=/init panic=-1 noxsaves clearcpuid=321,514,515,516,534,580 "
    "nosmp nokaslr mitigations=off nosmap nosmep nopcid noinvpcid nofsgsbase no5lvl ibt=off "
    "lpj=1000000 tsc=reliable lapic=notscdeadline no_timer_check idle=nomwait "
    "random.trust_cpu=on apparmor=0 audit=0 nowatchdog"
)
BOCHS = f"""plugin_ctrl: unmapped=1, biosdev=1, speaker=0, extfpuirq=1, parallel=0, serial=1
config_interface: textconfig
display_library: term
cpu: model=corei7_icelake_u, count=1, ips=100000000, reset_on_triple_fault=0
memory: guest=512, host=512
romimage: file={BIOS}
vgaromimage: file={VGA_BIOS}
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=serial
clock: sync=none
log: log
panic: action=fatal
error: action=report
info: action=ignore
debug: action=ignore
sound: driver=dummy
"""


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False, **more)
    if done.returncode:
        print("$", command if isinstance(command, str) else shlex.join(map(str, command)))
        sys.exit(done.stdout or f"exit status {done.returncode}")


def make_root(work, commands, clang):
    """The files of the machine: the programs as /0, /1, ..., and who runs them."""
    root = work / "root"
    (root / "dev").mkdir(parents=True)
    run([*shlex.split(clang), "-O1", "-static", HERE / "init.c", "-o", root / "init"])
    with open(root / "commands", "w") as out:
        for i, (program, *arguments) in enumerate(commands):
            shutil.copy(program, root / str(i))
            out.write(" ".join([f"/{i}", *arguments]) + "\n")
    return root


def make_image(work, root, kernel):
    """boot.iso, which starts the kernel with the files of the machine in memory."""
    disk = work / "disk"
    boot = disk / "isolinux"
    boot.mkdir(parents=True)
    run(f"find . | cpio -o -H newc --quiet | gzip -1 > {shlex.quote(str(boot / 'initrd'))}",
        shell=True, cwd=root)
    shutil.copy(kernel, boot / "vmlinuz")
    shutil.copy(ISOLINUX, boot)
    shutil.copy(LDLINUX, boot)
    (boot / "isolinux.cfg").write_text(
        "default gemmify\nprompt 0\nlabel gemmify\n kernel vmlinuz\n initrd initrd\n"
        f" append {KERNEL_ARGUMENTS}\n")
    run(["xorriso", "-as", "mkisofs", "-quiet", "-o", work / "boot.iso",
         "-b", "isolinux/isolinux.bin", "-c", "isolinux/boot.cat", "-no-emul-boot",
         "-boot-load-size", "4", "-boot-info-table", disk])


def boot(work, timeout):
    """Runs Bochs until the programs have ended; returns what they wrote. It wants
    a terminal, and a first command to its debugger."""
    (work / "rc").write_text(BOCHS)
    (work / "debugger").write_text("c\n")
    serial = work / "serial"
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(work)
        os.environ["TERM"] = "xterm"
        os.execvp("bochs-bin", ["bochs-bin", "-q", "-f", "rc", "-rc", "debugger"])
    end = time.monotonic() + timeout
    text = ""
    while time.monotonic() < end and "\n@done" not in text:
        try:
            if select.select([terminal], [], [], 0.5)[0] and not os.read(terminal, 65536):
                break
        except OSError:
            break
        text = read(serial)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    return read(serial)


def read(path):
    return path.read_text(errors="replace").replace("\r", "") if path.exists() else ""


def report(commands, text):
    """Prints the programs' output; the number of those that did not succeed."""
    ran = re.findall(r"^@begin\n(.*?)^@end (\w+ \d+)$", text, re.M | re.S)
    wrong = 0
    for command, (output, end) in zip(commands, ran):
        name = "/".join(Path(command[0]).parts[-3:-1])
        print(shlex.join([name, *command[1:]]) + ":",
              " ".join(output.split()) if end == "status 0" else f"{end}\n{output}")
        wrong += end != "status 0"
    if len(ran) < len(commands):
        print(text[-2000:])
    return wrong + len(commands) - len(ran)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queue", type=Path)
    parser.add_argument("--kernel", required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--work", type=Path, required=True, help="directory, made anew")
    parser.add_argument("--timeout", type=float, default=900, help="in seconds")
    args = parser.parse_args()
    commands = [shlex.split(line) for line in args.queue.read_text().splitlines()]
    if not commands:
        sys.exit(f"{args.queue} names no program")
    shutil.rmtree(args.work, ignore_errors=True)
    work = args.work.resolve()
    root = make_root(work, commands, args.clang)
    make_image(work, root, args.kernel)
    wrong = report(commands, boot(work, args.timeout))
    print(f"{len(commands)} programs on the emulated machine, {wrong} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
