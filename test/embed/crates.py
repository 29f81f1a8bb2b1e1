"""Packages of crates.io: their sources as cargo unpacks them, and their tests as cargo runs them."""
import glob
import os
import re
import shutil
import sys

import embed


def unpack(work, name, version):
    """A copy of the source of the crate `name`."""
    fetcher = os.path.join(work, 'fetch')
    os.makedirs(os.path.join(fetcher, 'src'), exist_ok=True)
    with open(os.path.join(fetcher, 'Cargo.toml'), 'w', encoding='utf8') as out:
        out.write(f'[package]\nname = "fetch"\nversion = "0.1.0"\nedition = "2021"\n'
                  f'[dependencies]\n{name} = {{ version = "={version}", default-features = false }}\n')
    open(os.path.join(fetcher, 'src', 'lib.rs'), 'w', encoding='utf8').close()
    embed.run(['cargo', 'fetch'], cwd=fetcher)
    home = os.environ.get('CARGO_HOME') or os.path.expanduser('~/.cargo')
    unpacked = glob.glob(os.path.join(home, 'registry', 'src', '*', f'{name}-{version}'))[0]
    target = os.path.join(work, name)
    shutil.rmtree(target, ignore_errors=True)
    # A rust-toolchain file asks for the oldest compiler that the crate supports.
    shutil.copytree(unpacked, target, ignore=shutil.ignore_patterns('rust-toolchain*'))
    return target


def change_manifest(crate, dropped, added):
    """Drops sections of Cargo.toml whose heading matches `dropped`, and appends `added`."""
    path = os.path.join(crate, 'Cargo.toml')
    with open(path, encoding='utf8') as source:
        sections = re.split(r'^(?=\[)', source.read(), flags=re.M)
    with open(path, 'w', encoding='utf8') as out:
        out.write(''.join(s for s in sections if not re.match(dropped, s.splitlines()[0])) + added)


# The programs of a crate write to the same place as their tests: what they log may stand before the name of a test, or
# between it and its verdict.
EVENT = re.compile(r'^\s+Running (?:unittests )?(?:src|tests)/(?P<program>\w+)\.rs'
                   r'|\btest (?P<test>[\w:]+)(?: - [\w ]+)? \.\.\. (?:.*\n){0,3}?(?P<verdict>ok|FAILED)$'
                   r"|process didn't exit successfully: .*(?P<signal>\(signal)", re.M)


def results(output):
    """[(program::test, verdict)]: names repeat among the programs of a crate."""
    found, program = [], ''
    for event in EVENT.finditer(output):
        if event['program']:
            program = event['program']
        elif event['test']:
            found.append((f'{program}::{event["test"]}', event['verdict']))
        else:
            # The tests that had not ended are missing.
            found.append((f'{program}::ended-by-a-signal', 'FAILED'))
    return found


def run_tests(args, prefix, crate, options):
    """[(test, verdict)] and the output of `cargo test`."""
    environment = prefix.environment(ROCKSDB_LIB_DIR=prefix.lib, ROCKSDB_INCLUDE_DIR=prefix.include,
                                     CARGO_TARGET_DIR=os.path.join(args.work, 'target'), CARGO_INCREMENTAL='0',
                                     CARGO_PROFILE_DEV_DEBUG='0', CARGO_PROFILE_TEST_DEBUG='0')
    build = ['cargo', 'test', *options, '--lib', '--tests', '-j2']
    embed.run(build + ['--no-run'], cwd=crate, env=environment)
    output = embed.run(build + ['--no-fail-fast', '--', '--test-threads=2'], check=False, cwd=crate, env=environment)
    embed.keep(args, output)
    return results(output), output


def main(description, name, version, least, options=(), change=None, rust='1.85', skipped=(), over_c=True):
    """Judges the tests of a crate by the list of the script's name. `change`: what change_manifest takes."""
    args = embed.parse(description, over_c)
    embed.need(f'cargo {rust}', 'clang', 'pkg-config')
    prefix = embed.Prefix(args)
    crate = unpack(args.work, name, version)
    if change:
        change_manifest(crate, *change)
    found, output = run_tests(args, prefix, crate, options)
    script = os.path.splitext(os.path.basename(sys.argv[0]))[0]
    embed.judge(args, script, [t for t, r in found if r == 'ok'],
                [t for t, r in found if r != 'ok' and t not in skipped], least, output)
