#!/usr/bin/env python3
"""The tests of grocksdb 1.10.4 (Go module proxy) on this library: Go over the C API.

usage: grocksdb.py --build DIR --work DIR
"""
import json
import os
import shutil

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
    output = embed.run(['go', 'test', '-tags', 'grocksdb_clean_link', '-json', '-p', '2', '-count=1', '-timeout',
                        '900s', './...'], check=False, cwd=source, env=environment)
    passed, failed = [], []
    for line in output.splitlines():
        if line.startswith('{'):
            event = json.loads(line)
            if event.get('Test') and '/' not in event['Test'] and event['Action'] in ('pass', 'fail'):
                (passed if event['Action'] == 'pass' else failed).append(event['Test'])
    with open(os.path.join(args.work, 'output.txt'), 'w', encoding='utf8') as out:
        out.write(output)
    embed.judge('grocksdb', passed, failed, 50, output)


if __name__ == '__main__':
    main()
