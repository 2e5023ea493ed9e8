//===- amx.c - AMX's instructions for processors without them -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into a program, this executes the tile instructions that trap (Intel
// SDM, volume 2), on tiles of each thread in memory, and answers the program's
// request for them: AMX_PERMISSION=refused in the environment refuses it, =given
// is for programs that do not ask. What a processor would not do ends the program
// with a message. At the end, a line on stderr says how often the system was asked
// and how many products were computed:
//
//     amx: asked 1, products 12
//
// Not for processors with AMX, which would execute some of the instructions.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { Tiles = 8, MaxRows = 16, RowBytes = 64 };

/// Zero until the thread configures them.
static __thread struct {
  uint8_t Palette, Rows[Tiles];
  uint16_t Bytes[Tiles];
  uint8_t Data[Tiles][MaxRows][RowBytes];
} State;

static long Asked, Products;
static int Refuses, IsGranted;

static void fail(const char *Why) {
  static const char Prefix[] = "amx: ";
  (void)!write(2, Prefix, sizeof Prefix - 1);
  (void)!write(2, Why, strlen(Why));
  (void)!write(2, "\n", 1);
  _exit(3);
}

//===--- One instruction --------------------------------------------------===//

enum { PrefixNone, Prefix66, PrefixF3, PrefixF2 };

/// C4, two bytes of the prefix, opcode, ModRM: VEX.128.0F38.W0.
struct Decoded {
  int Prefix, Opcode, Mod, Reg, Rm, Source; ///< Registers with their high bit.
  uint8_t *Base;                            ///< Of a memory operand.
  int64_t Index;                            ///< With its factor.
  int Length;
};

static const int RegisterNumbers[16] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

/// The memory operand of \p D; its ModRM byte is at \p At.
static void decodeMemory(struct Decoded *D, const uint8_t *At, int HighX,
                         int HighB, const greg_t *Registers) {
  const uint8_t *P = At + 1;
  int64_t Address = 0, Displacement = 0;
  int Base = D->Rm & 7, HasBase = 1;
  D->Index = 0;
  if (Base == 4) {
    const int Sib = *P++;
    const int Index = (Sib >> 3 & 7) | HighX;
    if (Index != 4)
      D->Index = Registers[RegisterNumbers[Index]] << (Sib >> 6);
    Base = Sib & 7;
    HasBase = !(Base == 5 && D->Mod == 0);
  } else if (Base == 5 && D->Mod == 0) {
    HasBase = 0;
    Address = (int64_t)(P + 4);
  }
  int32_t Long = 0;
  if (D->Mod == 1) {
    Displacement = (int8_t)*P++;
  } else if (D->Mod == 2 || !HasBase) {
    memcpy(&Long, P, 4);
    Displacement = Long;
    P += 4;
  }
  if (HasBase)
    Address = Registers[RegisterNumbers[Base | HighB]];
  D->Base = (uint8_t *)(Address + Displacement);
  D->Length = (int)(P - (At - 4));
}

/// Whether \p P has an instruction of AMX; then \p D is all of it.
static int decode(struct Decoded *D, const uint8_t *P,
                  const greg_t *Registers) {
  if (P[0] != 0xC4 || (P[1] & 0x1F) != 2 || (P[2] & 0x84) != 0)
    return 0;
  D->Prefix = P[2] & 3;
  D->Opcode = P[3];
  if (D->Opcode != 0x49 && D->Opcode != 0x4B && D->Opcode != 0x5C &&
      D->Opcode != 0x5E)
    return 0;
  const int HighX = P[1] & 0x40 ? 0 : 8, HighB = P[1] & 0x20 ? 0 : 8;
  D->Source = ~(P[2] >> 3) & 15;
  D->Mod = P[4] >> 6;
  D->Reg = (P[4] >> 3 & 7) | (P[1] & 0x80 ? 0 : 8);
  D->Rm = P[4] & 7;
  D->Length = 5;
  if (D->Mod == 3)
    D->Rm |= HighB;
  else
    decodeMemory(D, P + 4, HighX, HighB, Registers);
  return 1;
}

//===--- What it does -----------------------------------------------------===//

static void configure(const uint8_t *From) {
  memset(&State, 0, sizeof State);
  if (From[0] == 0)
    return;
  if (From[0] != 1 || From[1] != 0)
    fail("palette or first row of a configuration");
  State.Palette = 1;
  for (int T = 0; T != 16; ++T) {
    uint16_t Bytes;
    memcpy(&Bytes, From + 16 + 2 * T, 2);
    const int Rows = From[48 + T];
    if (T >= Tiles && (Bytes || Rows))
      fail("configuration of a tile that there is not");
    if (Bytes > RowBytes || Rows > MaxRows || !Bytes != !Rows)
      fail("size of a tile");
    if (T < Tiles) {
      State.Bytes[T] = Bytes;
      State.Rows[T] = (uint8_t)Rows;
    }
  }
}

static void storeConfiguration(uint8_t *To) {
  memset(To, 0, RowBytes);
  To[0] = State.Palette;
  memcpy(To + 16, State.Bytes, sizeof State.Bytes);
  memcpy(To + 48, State.Rows, sizeof State.Rows);
}

static void needTile(int T) {
  if (T >= Tiles || !State.Rows[T])
    fail("a tile that is not configured");
}

static void load(const struct Decoded *D) {
  const int T = D->Reg;
  uint8_t New[MaxRows][RowBytes] = {{0}};
  for (int R = 0; R != State.Rows[T]; ++R)
    memcpy(New[R], D->Base + R * D->Index, State.Bytes[T]);
  memcpy(State.Data[T], New, sizeof New);
}

static void store(const struct Decoded *D) {
  for (int R = 0; R != State.Rows[D->Reg]; ++R)
    memcpy(D->Base + R * D->Index, State.Data[D->Reg][R], State.Bytes[D->Reg]);
}

static void needProduct(int C, int A, int B) {
  needTile(C);
  needTile(A);
  needTile(B);
  if (C == A || C == B || A == B)
    fail("one tile in two places of a product");
  if (State.Rows[A] != State.Rows[C] || State.Bytes[B] != State.Bytes[C] ||
      State.Bytes[A] != 4 * State.Rows[B] || State.Bytes[C] % 4)
    fail("tiles of a product do not match");
}

static int32_t extend(uint8_t Byte, int Signed) {
  return Signed ? (int8_t)Byte : Byte;
}

static void multiplyBytes(int C, int A, int B, int SignedA, int SignedB) {
  const int Cols = State.Bytes[C] / 4;
  for (int M = 0; M != State.Rows[C]; ++M) {
    uint32_t Sums[MaxRows];
    memcpy(Sums, State.Data[C][M], sizeof Sums);
    for (int K = 0; K != State.Bytes[A]; ++K) {
      const int32_t X = extend(State.Data[A][M][K], SignedA);
      for (int N = 0; N != Cols; ++N)
        Sums[N] +=
            (uint32_t)(X * extend(State.Data[B][K / 4][4 * N + K % 4], SignedB));
    }
    memset(State.Data[C][M], 0, RowBytes);
    memcpy(State.Data[C][M], Sums, State.Bytes[C]);
  }
}

/// Denormals are zeros.
static float flush(float X) { return fabsf(X) < 0x1p-126f ? X * 0 : X; }

static float bfloatAt(const uint8_t *Row, int Index) {
  uint32_t Bits = (uint32_t)Row[2 * Index] << 16 |
                  (uint32_t)Row[2 * Index + 1] << 24;
  float X;
  memcpy(&X, &Bits, 4);
  return flush(X);
}

/// Even and odd steps of k are summed apart, each by fused steps from zero.
static void multiplyBfloats(int C, int A, int B) {
  for (int M = 0; M != State.Rows[C]; ++M) {
    float Sums[2 * MaxRows] = {0}, Old[MaxRows];
    for (int K = 0; K != State.Bytes[A] / 2; ++K)
      for (int N = 0; N != State.Bytes[C] / 4; ++N) {
        float *Sum = &Sums[2 * N + K % 2];
        *Sum = flush(fmaf(bfloatAt(State.Data[A][M], K),
                          bfloatAt(State.Data[B][K / 2], 2 * N + K % 2), *Sum));
      }
    memcpy(Old, State.Data[C][M], sizeof Old);
    memset(State.Data[C][M], 0, RowBytes);
    for (int N = 0; N != State.Bytes[C] / 4; ++N) {
      const float Both = flush(Sums[2 * N] + Sums[2 * N + 1]);
      Old[N] = flush(flush(Old[N]) + Both);
    }
    memcpy(State.Data[C][M], Old, State.Bytes[C]);
  }
}

static void executeOnTiles(const struct Decoded *D) {
  needTile(D->Reg);
  switch (D->Opcode) {
  case 0x49: // tilezero
    memset(State.Data[D->Reg], 0, sizeof State.Data[0]);
    return;
  case 0x4B:
    return D->Prefix == PrefixF3 ? store(D) : load(D);
  case 0x5C:
    needProduct(D->Reg, D->Rm, D->Source);
    return multiplyBfloats(D->Reg, D->Rm, D->Source);
  case 0x5E:
    needProduct(D->Reg, D->Rm, D->Source);
    return multiplyBytes(D->Reg, D->Rm, D->Source,
                         D->Prefix == PrefixF2 || D->Prefix == PrefixF3,
                         D->Prefix == PrefixF2 || D->Prefix == Prefix66);
  }
}

static void execute(const struct Decoded *D) {
  if (!IsGranted)
    fail("tiles that the program has not asked for");
  if (D->Opcode == 0x49 && D->Mod != 3)
    return D->Prefix == PrefixNone ? configure(D->Base)
                                   : storeConfiguration(D->Base);
  if (D->Opcode == 0x49 && D->Prefix == PrefixNone) { // tilerelease
    memset(&State, 0, sizeof State);
    return;
  }
  if (D->Opcode == 0x5C || D->Opcode == 0x5E)
    __atomic_fetch_add(&Products, 1, __ATOMIC_RELAXED);
  executeOnTiles(D);
}

//===--- How it is called -------------------------------------------------===//

static void onIllegalInstruction(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  greg_t *Registers = ((ucontext_t *)Context)->uc_mcontext.gregs;
  struct Decoded D;
  if (!decode(&D, (const uint8_t *)Registers[REG_RIP], Registers))
    fail("an illegal instruction");
  execute(&D);
  Registers[REG_RIP] += D.Length;
}

/// The program's arch_prctl(ARCH_REQ_XCOMP_PERM, …). Takes its time, for other
/// threads to ask meanwhile.
static void onSystemCall(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal, (void)Info;
  greg_t *Registers = ((ucontext_t *)Context)->uc_mcontext.gregs;
  __atomic_fetch_add(&Asked, 1, __ATOMIC_RELAXED);
  usleep(20000);
  const int IsTileData = Registers[REG_RSI] == 18;
  if (IsTileData && !Refuses)
    IsGranted = 1;
  Registers[REG_RAX] = IsTileData && !Refuses ? 0 : -EPERM;
}

static void install(int Signal, void (*Handler)(int, siginfo_t *, void *)) {
  struct sigaction Action = {.sa_sigaction = Handler,
                             .sa_flags = SA_SIGINFO | SA_NODEFER};
  if (sigaction(Signal, &Action, NULL))
    fail("sigaction");
}

/// Lets the system call trap whose first argument is \p Code.
static void trapRequests(uint32_t Code) {
  struct sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Code, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof Filter / sizeof *Filter, Filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program))
    fail("the system lets no system call trap");
}

static void report(void) {
  fprintf(stderr, "amx: asked %ld, products %ld\n", Asked, Products);
}

__attribute__((constructor)) static void begin(void) {
  const char *Answer = getenv("AMX_PERMISSION");
  Refuses = Answer && !strcmp(Answer, "refused");
  IsGranted = Answer && !strcmp(Answer, "given");
  install(SIGILL, onIllegalInstruction);
  install(SIGSYS, onSystemCall);
  trapRequests(0x1023);
  atexit(report);
}
