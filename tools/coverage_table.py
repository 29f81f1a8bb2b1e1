#!/usr/bin/env python3
"""Turns the export of llvm-cov into the table of tools/coverage.sh, which calls it.

coverage_table.py SUMMARY.json FILES.csv   the table; one line a file goes to the CSV
coverage_table.py --missing REGEX <LCOV    lines and branches that no test runs, by file
"""
import json
import os
import re
import sys

FLOORS = ('util', 'env', 'cache', 'options', 'memtable', 'table', 'version', 'bucket', 'compaction', 'schedule', 'db',
          'utilities')
GUARDS = (
    ('bucket/', r'^bucket/'),
    ('version/', r'^version/'),
    ('pickers', r'^(compaction/(\w*picker|level_inputs|level_targets|compaction_pick|pick_context|aged_files)|bucket/l0_picker)\.'),
    ('logs', r'^db/\w+/(log_\w+|wal_(manager|replay|codec|format|file_info)|recovery_flush)\.'),
    ('MANIFEST', r'^(db/state/(version_set|manifest_recovery)|env/current_file|version/version_edit|version/file_record)\.'),
)


def inside(path):
    """The path below the project, or None for tests, foreign headers and generated files."""
    name = os.path.relpath(path)
    if name.startswith('..') or re.search(r'(_test|_fixture)\.(cc|h)$', name):
        return None
    return name if name.split('/')[0] in FLOORS + ('include',) else None


def share(count, covered):
    return f'{100.0 * covered / count:6.1f} %' if count else '       -'


def table(summary, csv_path):
    files = {}
    with open(summary) as source:
        for entry in json.load(source)['data'][0]['files']:
            name = inside(entry['filename'])
            if name is not None:
                s = entry['summary']
                files[name] = [s['lines']['count'], s['lines']['covered'], s['branches']['count'],
                               s['branches']['covered']]
    with open(csv_path, 'w') as out:
        out.write('file,lines,lines covered,branches,branches covered\n')
        for name in sorted(files):
            out.write(','.join([name] + [str(n) for n in files[name]]) + '\n')

    def row(title, chosen):
        total = [sum(column) for column in zip(*chosen)] or [0, 0, 0, 0]
        print(f'{title:<12} {total[0]:>8} {share(*total[:2])} {total[2]:>9} {share(*total[2:])}')

    print(f'\n{"":<12} {"lines":>8} {"covered":>8} {"branches":>9} {"covered":>8}')
    for floor in FLOORS + ('include',):
        row(floor, [n for name, n in files.items() if name.startswith(floor + '/')])
    row('all', list(files.values()))
    print()
    for title, pattern in GUARDS:
        row(title, [n for name, n in files.items() if re.search(pattern, name)])


def ranges(numbers):
    """1, 2, 3, 7 -> '1-3 7'."""
    out, start, last = [], None, None
    for n in sorted(numbers) + [None]:
        if start is not None and n != last + 1:
            out.append(str(start) if start == last else f'{start}-{last}')
            start = None
        if start is None:
            start = n
        last = n
    return ' '.join(out)


def list_missing(pattern):
    lines, branches, name = set(), set(), None
    for line in sys.stdin:
        kind, _, rest = line.strip().partition(':')
        if kind == 'SF':
            lines, branches, name = set(), set(), inside(rest)
        elif kind == 'DA' and rest.endswith(',0'):
            lines.add(int(rest.split(',')[0]))
        elif kind == 'BRDA' and rest.rsplit(',', 1)[1] in ('0', '-'):
            branches.add(int(rest.split(',')[0]))
        elif kind == 'end_of_record' and name and re.search(pattern, name) and (lines or branches):
            print(f'{name}\n  lines    {ranges(lines)}\n  branches {ranges(branches - lines)}')


if __name__ == '__main__':
    if sys.argv[1] == '--missing':
        list_missing(sys.argv[2])
    else:
        table(sys.argv[1], sys.argv[2])
