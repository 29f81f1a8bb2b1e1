#!/usr/bin/env python3
"""The tests of grocksdb 1.10.4 (Go module proxy) on this library: Go over the C API.

usage: grocksdb.py --build DIR --work DIR
"""
import json
import os
import shutil
import subprocess

import embed

MODULE = 'github.com/linxGnu/grocksdb@v1.10.4'


def main():
    args = embed.parse(__doc__)
    prefix = embed.Prefix(args)
    environment = prefix.environment(CGO_CFLAGS=f'-I{prefix.include}',
                                     CGO_LDFLAGS=f'-L{prefix.lib} -Wl,-rpath,{prefix.lib}', CGO_ENABLED='1')
    # Empty: `go mod download` of a named module needs none of its own.
    module = json.loads(embed.run(['go', 'mod', 'download', '-json', MODULE], cwd=args.work, env=environment))
    source = os.path.join(args.work, 'grocksdb')
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(module['Dir'], source, copy_function=shutil.copyfile)
    os.chmod(source, 0o755)
    program = os.path.join(args.work, 'grocksdb.test')
    embed.run(['go', 'test', '-c', '-p', '2', '-tags', 'grocksdb_clean_link', '-o', program, '.'], cwd=source,
              env=environment)
    tests = [t for t in embed.run([program, '-test.list', '.*'], cwd=source, env=environment).split() if t[:4] == 'Test']
    passed, failed, output = [], [], ''
    # One process each: a panic ends its process.
    for test in tests:
        done = subprocess.run([program, '-test.run', f'^{test}$', '-test.timeout', '300s'], cwd=source, env=environment,
                              text=True, errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        (failed if done.returncode else passed).append(test)
        output += done.stdout
    with open(os.path.join(args.work, 'output.txt'), 'w', encoding='utf8') as out:
        out.write(output)
    embed.judge('grocksdb', passed, failed, 50, output)


if __name__ == '__main__':
    main()
