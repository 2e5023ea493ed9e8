//===- Kernels.h - Libraries at their best on this processor ------*- C++
//-*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenBLAS and BLIS choose kernels by the processor's model when they are
/// loaded. A model that is newer than they are gets kernels for much less than
/// it executes: OpenBLAS 0.3.21 takes Prescott's for a model 207, BLIS 0.9.0
/// Haswell's where the brand has no number. Both are told better then.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_KERNELS_H
#define GEMMIFY_BENCHMARKS_KERNELS_H

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace kernels {

/// Name of the kernels that a loaded library takes; empty if it does not say.
inline std::string chosenBy(void *Library) {
  using Text = const char *(*)();
  using Number = int (*)();
  using TextOf = const char *(*)(int);
  if (auto Core = Text(dlsym(Library, "openblas_get_corename")))
    return Core();
  if (auto Initialize =
          reinterpret_cast<void (*)()>(dlsym(Library, "bli_init")))
    Initialize(); // It has no table before.
  auto Arch = Number(dlsym(Library, "bli_arch_query_id"));
  auto Name = TextOf(dlsym(Library, "bli_arch_string"));
  return Arch && Name ? Name(Arch()) : "";
}

/// "OpenBLAS 0.3.21, SkylakeX kernels", of a loaded library.
inline std::string versionOf(void *Library) {
  using Text = const char *(*)();
  auto Ask = [&](const char *Name) {
    auto Function = Text(dlsym(Library, Name));
    return std::string(Function ? Function() : "");
  };
  std::string Config = Ask("openblas_get_config");
  std::string Version =
      Config.empty() ? "BLIS " + Ask("bli_info_get_version_str")
                     : Config.substr(0, Config.find(' ', Config.find(' ') + 1));
  return Version + ", " + chosenBy(Library) + " kernels";
}

/// Whether the library, loaded in a process of its own, takes one of \p
/// Kernels.
inline bool takes(const char *Library,
                  std::initializer_list<const char *> Kernels) {
  pid_t Child = fork();
  if (Child == 0) {
    void *Loaded = dlopen(Library, RTLD_NOW | RTLD_LOCAL);
    std::string Chosen = Loaded ? chosenBy(Loaded) : "";
    for (const char *Kernel : Kernels)
      if (Chosen == Kernel)
        _exit(0);
    _exit(1);
  }
  int Status = 1;
  return Child > 0 && waitpid(Child, &Status, 0) == Child && Status == 0;
}

/// Call it before either library is loaded. What the environment says stays.
inline void takeTheBest() {
  bool Avx512 =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  bool Avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  const char *OpenBlas = "libopenblas.so.0", *Blis = "libblis.so.4";
  auto Old = {"Prescott", "Core2", "Generic"};
  if (!std::getenv("OPENBLAS_CORETYPE") && Avx2 && takes(OpenBlas, Old))
    setenv("OPENBLAS_CORETYPE", Avx512 ? "SkylakeX" : "Haswell", 0);
  // Debian's reads a number of its table: 0 is skx, 3 haswell.
  if (!std::getenv("BLIS_ARCH_TYPE") && Avx512 && takes(Blis, {"haswell"}))
    setenv("BLIS_ARCH_TYPE", "0", 0);
}

} // namespace kernels

#endif // GEMMIFY_BENCHMARKS_KERNELS_H
