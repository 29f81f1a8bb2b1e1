#!/usr/bin/env python3
"""The binding of rocksdb 5.2.1 (npm) built on this library, and abstract-leveldown's suite: JavaScript over C++.

usage: npm_rocksdb.py --build DIR --work DIR
"""
import os
import re
import shutil
import subprocess
import sys
import tarfile

import embed

VERSION = '5.2.1'
SUITE = ['abstract-leveldown@7.2.0', 'napi-macros@2', 'node-gyp-build@4', 'tape@5', 'level-concat-iterator@3']
# What a store of this kind can do, in the suite's words.
RUN = """
const path = require('path')
let made = 0
require('abstract-leveldown/test')({
  test: require('tape'),
  factory: (options) => require('rocksdb')(path.join(process.argv[2], String(made++)), options),
  clear: true, getMany: true, seek: true, bufferKeys: true, createIfMissing: true, errorIfExists: true,
  snapshots: true, status: true, deferredOpen: false
})
"""


def unpack(work, modules):
    """The package without the RocksDB that it carries; the path of its binding's source."""
    archive = os.path.join(work, f'rocksdb-{VERSION}.tgz')
    embed.run(['npm', 'pack', f'rocksdb@{VERSION}', '--silent'], cwd=work)
    target = os.path.join(modules, 'rocksdb')
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(os.path.join(target, 'build', 'Release'))
    with tarfile.open(archive) as files:
        for member in files.getmembers():
            name = member.name.split('/', 1)[1]
            if '/' not in name and (name.endswith(('.js', '.cc')) or name == 'package.json'):
                with open(os.path.join(target, name), 'wb') as out:
                    out.write(files.extractfile(member).read())
    return target


def main():
    args = embed.parse(__doc__, over_c=False)
    embed.need('node', 'npm')
    prefix = embed.Prefix(args)
    with open(os.path.join(args.work, 'package.json'), 'w', encoding='utf8') as out:
        out.write('{"name": "suite", "version": "1.0.0", "private": true}\n')
    embed.run(['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund'] + SUITE, cwd=args.work)
    modules = os.path.join(args.work, 'node_modules')
    target = unpack(args.work, modules)
    node = os.path.realpath(shutil.which('node'))
    headers = os.path.join(os.path.dirname(os.path.dirname(node)), 'include', 'node')
    if not os.path.exists(os.path.join(headers, 'node_api.h')):
        sys.exit(f'this test needs the headers of Node.js in {headers} (Debian: libnode-dev)')
    embed.run(['c++', '-std=c++17', '-O1', '-fPIC', '-shared', '-DNODE_GYP_MODULE_NAME=leveldown',
               '-DBUILDING_NODE_EXTENSION', '-I' + headers, '-I' + os.path.join(modules, 'napi-macros'),
               '-I' + prefix.include, os.path.join(target, 'binding.cc'), '-L' + prefix.lib, '-lrocksdb',
               '-Wl,-rpath,' + prefix.lib, '-o', os.path.join(target, 'build', 'Release', 'leveldown.node')])
    stores = os.path.join(args.work, 'stores')
    shutil.rmtree(stores, ignore_errors=True)
    os.makedirs(stores)
    script = os.path.join(args.work, 'run.js')
    with open(script, 'w', encoding='utf8') as out:
        out.write(RUN)
    done = subprocess.run(['node', script, stores], cwd=args.work, env=prefix.environment(), text=True,
                          errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
    embed.keep(args, done.stdout)
    results = re.findall(r'^(not ok|ok) (\d+ .*)$', done.stdout, re.M)
    failed = [test for verdict, test in results if verdict != 'ok']
    if done.returncode and not failed:
        failed.append(f'the suite itself ended with {done.returncode}')
    embed.judge(args, 'npm_rocksdb', [test for verdict, test in results if verdict == 'ok'], failed, 1278, done.stdout)


if __name__ == '__main__':
    main()
