#!/usr/bin/env python3
"""What an application gets: the installed library by pkg-config, static and shared, with and without RTTI, beside an
installed stock RocksDB, by plain -l, and, moved elsewhere, by find_package(RocksDB); the source tree by
add_subdirectory. Nobody gets our warnings, include paths or allocator, nor has to look at results.

usage: packaging_test.py --build BUILD_DIR [--compiler CXX] [--jemalloc LIBRARY]
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = r"""
#include <cstdio>
#include <rocksdb/advanced_cache.h>
#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/merge_operator.h>
#include <rocksdb/utilities/stackable_db.h>
// Classes whose type the library may ask for: it must not rely on RTTI of the application.
struct Appending : rocksdb::AssociativeMergeOperator {
  bool Merge(const rocksdb::Slice&, const rocksdb::Slice* old, const rocksdb::Slice& operand, std::string* result,
             rocksdb::Logger*) const override {
    *result = (old != nullptr ? old->ToString() : "") + operand.ToString();
    return true;
  }
  const char* Name() const override { return "Appending"; }
};
struct PassingCache : rocksdb::CacheWrapper {
  using rocksdb::CacheWrapper::CacheWrapper;
  const char* Name() const override { return "PassingCache"; }
};
struct OwnDB : rocksdb::StackableDB {
  using rocksdb::StackableDB::StackableDB;
  rocksdb::DB* GetRootDB() override { return this; }
};
int Ask(rocksdb::DB* db) {
  Appending one, two;
  std::string mismatch;
  if (!one.AreEquivalent(rocksdb::ConfigOptions(), &two, &mismatch)) return 2;
  const std::shared_ptr<rocksdb::Cache> cache = std::make_shared<PassingCache>(rocksdb::NewLRUCache(1 << 20));
  if (rocksdb::UpdateTieredCache(cache, 1).ok()) return 3;
  OwnDB own(db);  // owns db from here
  const rocksdb::RangePtr range(nullptr, nullptr);
  if (rocksdb::DeleteFilesInRanges(&own, own.DefaultColumnFamily(), &range, 1).ok()) return 4;
  return 0;
}
int main(int, char** argv) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.merge_operator = std::make_shared<Appending>();
  rocksdb::DB* db = nullptr;
  rocksdb::Status s = rocksdb::DB::Open(options, argv[1], &db);
  if (s.ok()) s = db->Put(rocksdb::WriteOptions(), "k", "v");
  if (s.ok()) db->SyncWAL();  // looks at no result
  std::string value;
  if (s.ok()) s = db->Get(rocksdb::ReadOptions(), "k", &value);
  std::puts(s.ToString().c_str());
  if (!s.ok() || value != "v" || ROCKSDB_MAJOR != 10 || BUCKETLSM != 1) return 1;
  return Ask(db);
}
"""

PROJECT = """
cmake_minimum_required(VERSION 3.20)
project(consumer CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(RocksDB 10.6 REQUIRED CONFIG)
add_executable(static main.cc)
target_link_libraries(static RocksDB::rocksdb)
add_executable(shared main.cc)
target_link_libraries(shared RocksDB::rocksdb-shared)
"""

# An application that builds the source tree as a part of its own.
SUPERPROJECT = """
cmake_minimum_required(VERSION 3.20)
project(superproject CXX C)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_BUILD_TYPE Release)
set(WITH_TESTS OFF)
set(WITH_TOOLS OFF)
add_subdirectory({root} engine)
add_executable(static main.cc)
target_link_libraries(static rocksdb)
add_executable(shared main.cc)
target_link_libraries(shared rocksdb-shared)
"""
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f'{" ".join(command)}\n{done.stdout}{done.stderr}')
    return done.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True)
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--jemalloc', default='', help='the library that the build has found, if any')
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix='bucketlsm_packaging.')
    try:
        check_installed(args, work)
        check_flags(args, os.path.join(work, 'superproject'))
        check_allocator(args)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print('nothing wrong')
    return 0


def needed_by(path):
    """The shared libraries that a program or library names (DT_NEEDED)."""
    return re.findall(r'\(NEEDED\).*\[(.*)\]', run(['readelf', '-d', path]))


def check_allocator(args):
    """Tools bring jemalloc where the build has it; the library leaves the allocator to the application."""
    found = bool(args.jemalloc) and not args.jemalloc.endswith('NOTFOUND')
    for name, expected in (('librocksdb.so', False), ('db_bench', found), ('db_stress', found),
                           ('tools/ldb', found), ('tools/sst_dump', found)):
        path = os.path.join(args.build, name)
        if os.path.exists(path) and any('jemalloc' in n for n in needed_by(path)) != expected:
            raise SystemExit(f'{name} {"lacks" if expected else "brings"} jemalloc')


def check_flags(args, work):
    """An application that adds the source tree and links the library compiles with include/ and no flag of ours."""
    os.makedirs(work)
    for name, text in (('CMakeLists.txt', SUPERPROJECT.replace('{root}', ROOT)), ('main.cc', PROGRAM)):
        with open(os.path.join(work, name), 'w') as out:
            out.write(text)
    build = os.path.join(work, 'build')
    run(['cmake', '-S', work, '-B', build, '-DCMAKE_CXX_COMPILER=' + args.compiler])
    with open(os.path.join(build, 'compile_commands.json')) as f:
        commands = [entry['command'] for entry in json.load(f) if entry['file'] == os.path.join(work, 'main.cc')]
    if len(commands) != 2:
        raise SystemExit(f'{len(commands)} compiler calls for the application, not 2')
    for command in commands:
        flags = [word for word in command.split()[1:command.split().index('-o')] if word != args.compiler]
        if sorted(flags) != sorted(['-I' + os.path.join(ROOT, 'include'), '-O3', '-DNDEBUG', '-std=gnu++17']):
            raise SystemExit('an application compiles with ' + ' '.join(flags))


def check_installed(args, work):
    prefix, source = os.path.join(work, 'prefix'), os.path.join(work, 'main.cc')
    run(['cmake', '--install', args.build, '--prefix', prefix])
    lib = next(d for d, _, files in os.walk(prefix) if 'librocksdb.a' in files)
    with open(source, 'w') as out:
        out.write(PROGRAM)
    environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(lib, 'pkgconfig'), LD_LIBRARY_PATH=lib)

    def flags(*more):
        # rocksdb.pc knows its own place, whatever prefix the build was configured with.
        return run(['pkg-config', *more, 'rocksdb'], env=environment).split()

    if run(['pkg-config', '--modversion', 'rocksdb'], env=environment) != '10.6.2':
        raise SystemExit('rocksdb.pc does not say 10.6.2')
    # librocksdb.a by name, then what pkg-config says a static link needs beside it
    needs = [f for f in flags('--libs', '--static') if f != '-lrocksdb']
    builds = {'static': [os.path.join(lib, 'librocksdb.a'), *needs], 'shared': flags('--libs')}
    for name, libraries in builds.items():
        for rtti in ('-frtti', '-fno-rtti'):
            program = os.path.join(work, 'by_pkg_config_' + name + rtti)
            run([args.compiler, '-std=c++17', '-Werror=unused-result', rtti, source, '-o', program,
                 *flags('--cflags'), *libraries])
            run([program, os.path.join(work, 'db_' + name + rtti)], env=environment)
    # By plain -l, with the directories that the compiler and the linker are told to look in first.
    program = os.path.join(work, 'by_plain_l')
    found = dict(environment, CPATH=os.path.join(prefix, 'include'), LIBRARY_PATH=lib)
    run([args.compiler, '-std=c++17', source, '-lrocksdb', '-o', program], env=found)
    run([program, os.path.join(work, 'db_plain')], env=environment)
    # The package works wherever it is moved to.
    moved = os.path.join(work, 'moved')
    os.rename(prefix, moved)
    prefix, lib = moved, lib.replace(prefix, moved)
    environment.update(PKG_CONFIG_PATH=os.path.join(lib, 'pkgconfig'), LD_LIBRARY_PATH=lib)
    if any(not os.path.isdir(f[2:]) for f in flags('--cflags', '--libs') if f[:2] in ('-I', '-L')):
        raise SystemExit('rocksdb.pc names the place that the package was moved from')
    with open(os.path.join(work, 'CMakeLists.txt'), 'w') as out:
        out.write(PROJECT)
    build = os.path.join(work, 'cmake')
    run(['cmake', '-S', work, '-B', build, f'-DCMAKE_PREFIX_PATH={prefix}', '-DCMAKE_CXX_COMPILER=' + args.compiler])
    run(['cmake', '--build', build])
    for name in ('static', 'shared'):
        run([os.path.join(build, name), os.path.join(work, 'db_cmake_' + name)], env=environment)
    for tool in ('ldb', 'sst_dump'):
        if not any(tool in files for _, _, files in os.walk(prefix)):
            raise SystemExit(f'{tool} is not installed')


if __name__ == '__main__':
    sys.exit(main())
