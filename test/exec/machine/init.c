//===- init.c - First process of the emulated machine ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the command lines in /commands, one after the other, their words
/// separated by spaces. Says on the serial line how each one ended;
/// machine.py reads that, and stops the machine.
///
//===----------------------------------------------------------------------===//

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MAX_WORDS = 16 };

/// Splits \p line at its spaces and runs it; returns as waitpid does.
static int run(char *line) {
  char *words[MAX_WORDS + 1] = {NULL};
  int count = 0, status = 0;
  for (char *word = strtok(line, " \n"); word && count < MAX_WORDS;
       word = strtok(NULL, " \n"))
    words[count++] = word;
  pid_t child = fork();
  if (child == 0) {
    execv(words[0], words);
    _exit(127);
  }
  waitpid(child, &status, 0);
  return status;
}

int main(void) {
  mount("devtmpfs", "/dev", "devtmpfs", 0, "");
  int serial = open("/dev/ttyS0", O_RDWR | O_NOCTTY);
  for (int i = 0; i < 3; ++i)
    dup2(serial, i);
  setvbuf(stdout, NULL, _IONBF, 0);
  FILE *commands = fopen("/commands", "r");
  char line[512];
  while (commands && fgets(line, sizeof line, commands)) {
    printf("\n@begin\n");
    int status = run(line);
    if (WIFSIGNALED(status))
      printf("\n@end signal %d\n", WTERMSIG(status));
    else
      printf("\n@end status %d\n", WEXITSTATUS(status));
  }
  printf("\n@done\n");
  tcdrain(STDOUT_FILENO);
  for (;;)
    pause();
}
