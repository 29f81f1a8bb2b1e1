// Runs committed inputs through the fuzz targets without libFuzzer, as ordinary tests:
//   fuzz_replay TARGET FILE-OR-DIRECTORY...     fuzz_replay --list
// An input that trips a target ends the process; its name is the last line printed. Never writes.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "test/fuzz/fuzz.h"

namespace bucketlsm_fuzz {
namespace {

namespace fs = std::filesystem;

Target*& FirstTarget() {
  static Target* first = nullptr;
  return first;
}

const Target* FindTarget(const char* name) {
  const Target* t = FirstTarget();
  while (t != nullptr && std::strcmp(t->name, name) != 0) t = t->next;
  return t;
}

std::vector<fs::path> FilesBelow(const fs::path& where) {
  if (fs::is_regular_file(where)) return {where};
  std::vector<fs::path> files;
  if (!fs::is_directory(where)) return files;
  for (const auto& entry : fs::directory_iterator(where)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void Replay(const Target& target, const fs::path& file) {
  std::printf("%s\n", file.c_str());
  std::fflush(stdout);
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  FUZZ_CHECK(in.good() || in.eof(), "unreadable: " + file.string());
  target.run(bytes);
}

int Main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--list") == 0) {
    for (const Target* t = FirstTarget(); t != nullptr; t = t->next) std::printf("%s\n", t->name);
    return 0;
  }
  const Target* target = argc >= 2 ? FindTarget(argv[1]) : nullptr;
  if (target == nullptr || argc < 3) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET FILE-OR-DIRECTORY... | --list\n");
    return 2;
  }
  size_t replayed = 0;
  for (int i = 2; i < argc; i++) {
    for (const fs::path& file : FilesBelow(argv[i])) {
      Replay(*target, file);
      replayed++;
    }
  }
  std::printf("%zu inputs of %s\n", replayed, target->name);
  return replayed > 0 ? 0 : 1;  // a target without inputs tests nothing
}

}  // namespace

Target::Target(const char* target_name, void (*target_run)(const Slice&))
    : name(target_name), run(target_run), next(FirstTarget()) {
  FirstTarget() = this;
}

}  // namespace bucketlsm_fuzz

int main(int argc, char** argv) { return bucketlsm_fuzz::Main(argc, argv); }
