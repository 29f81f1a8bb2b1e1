// Runs a program of C calls, one a line, against a library, and prints an answer for each line.
//
// usage: capi_driver LIBRARY DIRECTORY < program
//
// DIRECTORY must be empty or missing; everything the program makes is in it. differential_test.py
// runs the same program on two libraries and compares the answers.
#include <cstdio>
#include <iostream>

#include "test/differential/session.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: capi_driver LIBRARY DIRECTORY < program\n");
    return 2;
  }
  if (!differential::LoadLibrary(argv[1])) return 2;
  differential::Session session;
  session.directory = argv[2];
  const auto& operations = differential::Operations();
  std::string line;
  while (std::getline(std::cin, line)) {
    const differential::Words words(line);
    const auto found = operations.find(words.operation());
    if (found == operations.end()) {
      std::fprintf(stderr, "capi_driver: no operation '%s'\n", words.operation().c_str());
      return 2;
    }
    const std::string answer = found->second(session, words);
    std::printf("%s\n", answer.c_str());
    // A crash shows which line it was.
    std::fflush(stdout);
  }
  return 0;
}
