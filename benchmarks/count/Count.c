/* A plugin for QEMU 7.2's dynamic user-mode emulators that prints how many
 * instructions a program executed, and which blocks of code those are:
 *
 *     cc -O2 -shared -fPIC Count.c -o libcount.so
 *     qemu-ppc64le -cpu power10 -plugin ./libcount.so -d plugin ./program
 *
 *     executed INSTRUCTIONS
 *     block ADDRESS BYTES INSTRUCTIONS TIMES     (those of 1 % and more)
 *
 * Debian has no header for plugins; what is needed of version 1 is declared
 * here. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef uint64_t PluginId;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
typedef void OnTranslation(PluginId, struct qemu_plugin_tb *);
typedef void OnExit(PluginId, void *);

void qemu_plugin_register_vcpu_tb_trans_cb(PluginId, OnTranslation *);
void qemu_plugin_register_atexit_cb(PluginId, OnExit *, void *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int,
                                              void *, uint64_t);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *,
                                                 size_t);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *);
void qemu_plugin_outs(const char *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

/* One translation; a block may have several. */
struct Block {
  uint64_t Address, Bytes, Instructions, Times;
  struct Block *Next;
};

static struct Block *Blocks;

/* Blocks are left only at their ends: all of their instructions count. */
static void translated(PluginId Id, struct qemu_plugin_tb *Code) {
  enum { Add = 0 };
  struct Block *New = calloc(1, sizeof(*New));
  (void)Id;
  New->Address = qemu_plugin_tb_vaddr(Code);
  New->Instructions = qemu_plugin_tb_n_insns(Code);
  for (size_t I = 0; I < New->Instructions; ++I)
    New->Bytes += qemu_plugin_insn_size(qemu_plugin_tb_get_insn(Code, I));
  New->Next = Blocks;
  Blocks = New;
  qemu_plugin_register_vcpu_tb_exec_inline(Code, Add, &New->Times, 1);
}

static void atExit(PluginId Id, void *Unused) {
  char Line[128];
  uint64_t Executed = 0;
  (void)Id, (void)Unused;
  for (struct Block *B = Blocks; B; B = B->Next)
    Executed += B->Times * B->Instructions;
  snprintf(Line, sizeof(Line), "executed %llu\n", (unsigned long long)Executed);
  qemu_plugin_outs(Line);
  for (struct Block *B = Blocks; B; B = B->Next)
    if (B->Times * B->Instructions >= Executed / 100) {
      snprintf(Line, sizeof(Line), "block %llx %llu %llu %llu\n",
               (unsigned long long)B->Address, (unsigned long long)B->Bytes,
               (unsigned long long)B->Instructions,
               (unsigned long long)B->Times);
      qemu_plugin_outs(Line);
    }
}

EXPORT int qemu_plugin_install(PluginId Id, const void *Info, int Count,
                               char **Arguments) {
  (void)Info, (void)Count, (void)Arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(Id, translated);
  qemu_plugin_register_atexit_cb(Id, atExit, NULL);
  return 0;
}
