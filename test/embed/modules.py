"""Modules of the Go proxy: their sources, and their tests."""
import json
import os
import shutil
import subprocess

import embed


def environment(prefix):
    return prefix.environment(CGO_CFLAGS=f'-I{prefix.include}',
                              CGO_LDFLAGS=f'-L{prefix.lib} -Wl,-rpath,{prefix.lib}', CGO_ENABLED='1')


def unpack(args, prefix, module):
    """A copy of the source of `module`, a path with @version, in which files may be changed."""
    # Empty: `go mod download` of a named module needs none of its own.
    answer = embed.run(['go', 'mod', 'download', '-json', module], cwd=args.work, env=environment(prefix))
    source = os.path.join(args.work, 'source')
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(json.loads(answer)['Dir'], source, copy_function=shutil.copyfile)
    for folder, _, _ in os.walk(source):
        os.chmod(folder, 0o755)
    return source


def run_tests(args, prefix, source, tags, pattern='.*'):
    """The names of the passed tests, of the failed ones, and what they printed. One process each: a panic ends its
    process."""
    program = os.path.join(args.work, 'program.test')
    embed.run(['go', 'test', '-c', '-p', '2', '-tags', tags, '-o', program, '.'], cwd=source, env=environment(prefix))
    listed = embed.run([program, '-test.list', pattern], cwd=source, env=environment(prefix)).split()
    passed, failed, output = [], [], ''
    for test in [t for t in listed if t.startswith('Test')]:
        done = subprocess.run([program, '-test.run', f'^{test}$', '-test.timeout', '300s'], cwd=source,
                              env=environment(prefix), text=True, errors='replace', stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        (failed if done.returncode else passed).append(test)
        output += done.stdout
    embed.keep(args, output)
    return passed, failed, output
