/* A plugin for QEMU 7.2's dynamic qemu-ppc64le that prints how many
 * instructions a program executed:
 *
 *     cc -O2 -shared -fPIC Count.c -o libcount.so
 *     qemu-ppc64le -cpu power10 -plugin ./libcount.so -d plugin ./program
 *
 * Debian has no header for plugins; what is needed of version 1 is declared
 * here. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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
void qemu_plugin_outs(const char *);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;

static uint64_t Executed;

/* Blocks are left only at their ends: all of their instructions count. */
static void translated(PluginId Id, struct qemu_plugin_tb *Block) {
  enum { Add = 0 };
  (void)Id;
  qemu_plugin_register_vcpu_tb_exec_inline(Block, Add, &Executed,
                                           qemu_plugin_tb_n_insns(Block));
}

static void atExit(PluginId Id, void *Unused) {
  char Line[64];
  (void)Id, (void)Unused;
  snprintf(Line, sizeof(Line), "executed %llu\n", (unsigned long long)Executed);
  qemu_plugin_outs(Line);
}

EXPORT int qemu_plugin_install(PluginId Id, const void *Info, int Count,
                               char **Arguments) {
  (void)Info, (void)Count, (void)Arguments;
  qemu_plugin_register_vcpu_tb_trans_cb(Id, translated);
  qemu_plugin_register_atexit_cb(Id, atExit, NULL);
  return 0;
}
