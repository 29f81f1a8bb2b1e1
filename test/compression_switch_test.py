#!/usr/bin/env python3
"""What a build without one compression does: a database that asks for it is refused by name, default options open,
and the other compressions work. A whole build for each switch would take many minutes, so the sources that look at
the switch are compiled again without it, with all warnings as errors, and take the place of the others in a copy of the
static library. CMake compiles each of these sources alone.
The package of a build with every switch off names none of the libraries.

usage: compression_switch_test.py --build BUILD_DIR [--compiler CXX]
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FLOORS = ('util', 'env', 'cache', 'options', 'memtable', 'table', 'version', 'bucket', 'compaction', 'schedule', 'db',
          'utilities', 'c_api')
# Each switch's compressions: enumerator, and the name in the refusal.
SWITCHES = {
    'SNAPPY': [('kSnappyCompression', 'Snappy')],
    'LZ4': [('kLZ4Compression', 'LZ4'), ('kLZ4HCCompression', 'LZ4HC')],
    'ZSTD': [('kZSTD', 'ZSTD')],
    'ZLIB': [('kZlibCompression', 'Zlib')],
}
LIBRARIES = {'SNAPPY': 'snappy', 'LZ4': 'lz4', 'ZSTD': 'zstd', 'ZLIB': 'zlib'}

PROGRAM = r"""
#include <algorithm>
#include <cstdio>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <string>
using namespace rocksdb;
Status Open(const std::string& path, bool choose, CompressionType type, std::unique_ptr<DB>* db) {
  Options options;
  options.create_if_missing = true;
  if (choose) options.compression = type;
  DB* raw = nullptr;
  Status s = DB::Open(options, path, &raw);
  db->reset(raw);
  return s;
}
int Fail(const char* what, const Status& s) {
  std::printf("%s: %s\n", what, s.ToString().c_str());
  return 1;
}
bool Linked(CompressionType type) {
  const auto all = GetSupportedCompressions();
  return std::find(all.begin(), all.end(), type) != all.end();
}
int WriteAndRead(const std::string& path, bool choose, CompressionType type) {
  std::unique_ptr<DB> db;
  Status s = Open(path, choose, type, &db);
  if (s.ok()) s = db->Put(WriteOptions(), "key", std::string(10000, 'v'));
  if (s.ok()) s = db->Flush(FlushOptions());
  std::string value;
  if (s.ok()) s = db->Get(ReadOptions(), "key", &value);
  if (!s.ok() || value.size() != 10000) return Fail("write and read", s);
  return 0;
}
// argv[1]: a directory. REFUSED and WORKING list the compressions.
int main(int, char** argv) {
  const std::string path = argv[1];
  struct { CompressionType type; const char* name; } refused[] = {REFUSED};
  for (const auto& one : refused) {
    std::unique_ptr<DB> db;
    const Status s = Open(path + "/refused", true, one.type, &db);
    const std::string text =
        std::string("Invalid argument: Compression type ") + one.name + " is not linked with the binary.";
    if (s.ToString() != text || Linked(one.type)) return Fail(one.name, s);
  }
  const CompressionType working[] = {WORKING};
  for (const CompressionType type : working) {
    if (!Linked(type)) return Fail("not among the supported ones", Status());
    if (WriteAndRead(path + "/works" + std::to_string(int(type)), true, type) != 0) return 1;
  }
  return WriteAndRead(path + "/default", false, kNoCompression);
}
"""


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f'{" ".join(command)}\n{done.stdout}{done.stderr}')
    return done.stdout


def sources_with(switch):
    """The library's sources that are compiled differently with the switch off."""
    found = []
    for floor in FLOORS:
        for folder, _, names in os.walk(os.path.join(ROOT, floor)):
            for name in names:
                path = os.path.join(folder, name)
                if not name.endswith(('.cc', '.h')) or name.endswith('_test.cc'):
                    continue
                with open(path, encoding='utf-8') as f:
                    if re.search(rf'^\s*#\s*(if|ifdef|ifndef|elif)\b.*\b{switch}\b', f.read(), re.M):
                        found.append(path)
    if not found or any(path.endswith('.h') for path in found):
        raise SystemExit(f'{switch} is looked at in {found}: sources only are expected')
    return sorted(found)


def compile_without(compiler, source, off, work):
    definitions = ['-D' + name for name in (*SWITCHES, 'ROCKSDB_IOURING_PRESENT') if name not in off]
    out = os.path.join(work, f'{"".join(off)}_{os.path.basename(source)}.o')
    run([*compiler, '-std=c++20', '-fPIC', '-O0', '-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter',
         '-Wno-missing-field-initializers', '-I', ROOT, '-I', os.path.join(ROOT, 'include'), *definitions, '-c', source,
         '-o', out])
    return out


def library_without(args, sources, objects, name):
    """A copy of the library in which the objects stand for the sources."""
    library = name + '.a'
    shutil.copy(os.path.join(args.build, 'librocksdb.a'), library)
    members = run(['ar', 't', library]).split()
    for source in sources:
        member = os.path.basename(source) + '.o'
        if members.count(member) != 1:
            raise SystemExit(f'{members.count(member)} objects {member} in the library: one is expected')
        run(['ar', 'd', library, member])
    run(['ar', 'r', library, *objects])
    return library


def private_libraries(args):
    """What the linker needs beside the static library."""
    with open(os.path.join(args.build, 'rocksdb.pc'), encoding='utf-8') as f:
        said = dict(re.findall(r'^(Requires.private|Libs.private): *(.*)$', f.read(), re.M))
    return run(['pkg-config', '--libs', *said['Requires.private'].split()]).split() + said['Libs.private'].split()


def check_without(args, off, work):
    """A program on a library of which these sources were compiled without the switches."""
    launcher = [ccache] if (ccache := shutil.which('ccache')) else []
    compiler = [*launcher, args.compiler]
    sources = sorted({path for switch in off for path in sources_with(switch)})
    objects = [compile_without(compiler, source, off, work) for source in sources]
    refused = ', '.join(f'{{{e}, "{n}"}}' for switch in off for e, n in SWITCHES[switch])
    working = ', '.join(['kNoCompression'] + [e for switch in SWITCHES if switch not in off
                                              for e, _ in SWITCHES[switch]])
    name = os.path.join(work, 'without_' + '_'.join(off))
    with open(name + '.cc', 'w') as out:
        out.write(PROGRAM.replace('{REFUSED}', '{' + refused + '}').replace('{WORKING}', '{' + working + '}'))
    run([args.compiler, '-std=c++17', '-O0', '-I', os.path.join(ROOT, 'include'), name + '.cc',
         library_without(args, sources, objects, name), *private_libraries(args), '-o', name])
    os.makedirs(name + '.db')
    run([name, name + '.db'])
    print('ok  without', ', '.join(off), flush=True)


def check_package(args, work):
    build = os.path.join(work, 'package')
    run(['cmake', '-S', ROOT, '-B', build, '-DCMAKE_CXX_COMPILER=' + args.compiler, '-DWITH_TESTS=OFF', '-DWITH_TOOLS=OFF',
         *(f'-DWITH_{switch}=OFF' for switch in SWITCHES)])
    for name in ('rocksdb.pc', 'RocksDBConfig.cmake'):
        with open(os.path.join(build, name)) as f:
            text = f.read()
        named = [library for library in LIBRARIES.values() if library in text]
        if named:
            raise SystemExit(f'{name} names {named}, which the build leaves out')
    print('ok  package', flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True)
    parser.add_argument('--compiler', default='g++')
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix='bucketlsm_switches.')
    try:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [pool.submit(check_without, args, off, work)
                    for off in [[switch] for switch in SWITCHES] + [list(SWITCHES)]]
            jobs.append(pool.submit(check_package, args, work))
            for job in jobs:
                job.result()
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print('nothing wrong')
    return 0


if __name__ == '__main__':
    sys.exit(main())
