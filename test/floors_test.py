#!/usr/bin/env python3
"""The shape of the source tree, as a test.

usage: floors_test.py --floors | --headers [--compiler CXX] [--cache FILE] | --text | --docs

--floors   an upper floor may include a lower one, never the reverse, the folders of db/ likewise; no circle
           anywhere, where a header and its source count as one file
--headers  every public header compiles alone, as C++17 and as C++20, with headers of this tree only
--text     no unfinished marks, no tests that do not run, no paths of somebody's machine
--docs     every option, flag and property that the documentation names exists in the sources, and every
           option is told of in docs/compatibility.md
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CODE = ('.h', '.cc', '.c')

# Floor -> the floors below it that it may include. The C API and the tools see public headers only, tests also what
# is named here.
BELOW = {
    'util': [],
    'env': ['util'],
    'cache': ['util'],
    'options': ['util', 'env'],
    'memtable': ['util', 'cache', 'options'],
    'table': ['util', 'env', 'cache', 'options'],
    'version': ['util', 'options'],
    'bucket': ['util', 'options', 'version'],
    'compaction': ['util', 'env', 'cache', 'options', 'memtable', 'table', 'version', 'bucket'],
    'schedule': ['util', 'env', 'cache', 'options', 'memtable', 'table', 'version', 'bucket', 'compaction'],
    'db': ['util', 'env', 'cache', 'options', 'memtable', 'table', 'version', 'bucket', 'compaction', 'schedule'],
    'utilities': ['util', 'env', 'cache', 'options', 'db'],
    'c_api': [],
    'tools': [],
    # The simulator runs the pure floors.
    'tools/lsm_sim': ['util', 'options', 'version', 'bucket', 'compaction', 'schedule', 'tools'],
}
# The folders of db/, in their order: each may use those of a smaller number, and itself.
DB_ORDER = {'batch': 0, 'log': 0, 'state': 1, 'read': 2, 'write': 3, 'jobs': 4, 'recovery': 5, 'report': 5,
            'check': 5, 'repair': 6, 'secondary': 6, '': 7}
# The one door from the tools into the engine, and what a test may reach besides public headers.
DOORS = {('tools', 'db/tool_access.h')}
TEST_ONLY = {'test'}


def sources(suffixes):
    """Files that git knows or would add, relative to the root."""
    listed = subprocess.run(['git', '-C', ROOT, 'ls-files', '--cached', '--others', '--exclude-standard'],
                            capture_output=True, text=True)
    if listed.returncode == 0:
        names = listed.stdout.splitlines()
    else:  # an exported tree without git
        names = [os.path.relpath(os.path.join(d, f), ROOT) for d, _, files in os.walk(ROOT) for f in files
                 if '/build' not in d and '/.git' not in d]
    return sorted(n for n in set(names) if n.endswith(suffixes) and os.path.isfile(os.path.join(ROOT, n)))


def read(name):
    with open(os.path.join(ROOT, name), encoding='utf8', errors='replace') as f:
        return f.read()


def own_includes(name):
    """What a file includes with quotes, as paths from the root (public headers as include/rocksdb/...)."""
    for target in re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', read(name), re.M):
        if target.startswith('rocksdb/'):
            yield 'include/' + target
        elif os.path.exists(os.path.join(ROOT, target)):
            yield target
        else:  # beside the includer
            yield os.path.normpath(os.path.join(os.path.dirname(name), target))


def node_of(name):
    """A header and its source are one node: what either includes, both depend on."""
    return re.sub(r'\.(h|cc|c)$', '', name)


def sub_floor(name):
    """The folder of db/ a file lies in; '' for the facade."""
    parts = name.split('/')
    return parts[1] if parts[0] == 'db' and len(parts) > 2 else ''


def check_floors():
    problems = []
    graph = {}
    for name in sources(CODE):
        targets = list(own_includes(name))
        graph.setdefault(node_of(name), set()).update(node_of(t) for t in targets)
        folder = os.path.dirname(name)
        floor = folder if folder in BELOW else name.split('/')[0]
        is_test = name.endswith(('_test.cc', '_fixture.h')) or floor in TEST_ONLY
        if floor not in BELOW and floor != 'include':
            continue
        allowed = set(BELOW.get(floor, [])) | {name.split('/')[0], 'include'} | ({'test'} if is_test else set())
        for target in targets:
            if target.split('/')[0] not in allowed and (floor, target) not in DOORS:
                problems.append(f'{name} includes {target}')
            if floor == 'db' and target.startswith('db/') and not may_use(sub_floor(name), sub_floor(target)):
                problems.append(f'{name} includes {target}: a folder of db/ may use those before it only')
    problems += [f'db/{d}: no folder of db/ that docs/architecture.md knows' for d in sorted(
        {sub_floor(n) for n in sources(CODE) if n.startswith('db/')} - set(DB_ORDER))]
    return problems + circles(graph) + circles(python_imports())


def may_use(user, used):
    return user == used or DB_ORDER.get(used, 0) < DB_ORDER.get(user, 0)


def python_imports():
    """Scripts and the scripts beside them that they import."""
    graph = {}
    for name in sources(('.py',)):
        folder = os.path.dirname(name)
        for module in re.findall(r'^[ \t]*(?:from|import)[ \t]+(\w+)', read(name), re.M):
            beside = os.path.join(folder, module + '.py')
            if os.path.exists(os.path.join(ROOT, beside)):
                graph.setdefault(name, set()).add(beside)
    return graph


def circles(graph):
    """Every set of files that reach each other by includes, by Tarjan's algorithm."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in sorted(graph.get(node, ())):
            if target == node:
                continue
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            members = stack[stack.index(node):]
            del stack[stack.index(node):]
            if len(members) > 1:
                found.append('circle: ' + ', '.join(sorted(members)))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


HEADER_FLAGS = ['-fsyntax-only', '-H', '-Wall', '-Wextra', '-Wno-unused-parameter', '-Werror',
                '-Wno-pragma-once-outside-header']


class HeaderCache:
    """Which headers were found right, and what they were made of: every file that the compiler read, by content. A
    compiler run is left out only if nothing of that has changed, nor the compiler, nor its flags."""

    def __init__(self, path, compiler):
        self.path, self.contents = path, {}
        version = subprocess.run([compiler, '--version'], capture_output=True, text=True).stdout
        self.tool = '\0'.join([compiler, version, *HEADER_FLAGS])
        try:
            with open(path or '', encoding='utf-8') as f:
                self.known = json.load(f)
        except (OSError, ValueError):
            self.known = {}

    def content(self, file):
        if file not in self.contents:
            try:
                with open(file, 'rb') as f:
                    self.contents[file] = hashlib.sha256(f.read()).hexdigest()
            except OSError:
                self.contents[file] = 'missing'
        return self.contents[file]

    def digest(self, files):
        return hashlib.sha256('\0'.join([self.tool, *(f + self.content(f) for f in files)]).encode()).hexdigest()

    def holds(self, key):
        entry = self.known.get(key)
        return entry is not None and entry['digest'] == self.digest(entry['files'])

    def add(self, key, files):
        self.known[key] = {'files': files, 'digest': self.digest(files)}

    def save(self):
        if self.path:
            with open(self.path + '.new', 'w', encoding='utf-8') as f:
                json.dump(self.known, f)
            os.replace(self.path + '.new', self.path)


def check_headers(compiler, cache_file=None):
    headers = [n for n in sources(('.h',)) if n.startswith('include/rocksdb/')]
    cache = HeaderCache(cache_file, compiler)
    jobs = [(name, language) for name in headers for language in
            ([('c', 'c11')] if name.endswith('/c.h') else []) + [('c++', 'c++17'), ('c++', 'c++20')]]
    # A new file may be found before one that the compiler took last time.
    listing = hashlib.sha256('\0'.join(headers).encode()).hexdigest()
    jobs = [job for job in jobs if not cache.holds(f'{listing} {job[0]} {job[1][1]}')]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda job: compile_alone(compiler, *job), jobs))
    for (name, language), (problems, files) in zip(jobs, found):
        if not problems:
            cache.add(f'{listing} {name} {language[1]}', files)
    cache.known = {key: entry for key, entry in cache.known.items() if key.startswith(listing)}
    cache.save()
    return list(dict.fromkeys(p for problems, _ in found for p in problems))


def compile_alone(compiler, name, language):
    """Problems of one header as the only file, and the files that the compiler read. -H lists what was included, one
    line a file, after dots."""
    include = os.path.join(ROOT, 'include')
    run = subprocess.run([compiler, '-x', language[0], '-std=' + language[1], *HEADER_FLAGS, '-I', include,
                          os.path.join(ROOT, name)], capture_output=True, text=True)
    problems, files = [], {os.path.join(ROOT, name)}
    for line in run.stderr.splitlines():
        included = re.match(r'\.+ (.*)', line)
        if included:
            files.add(included[1])
        # A RocksDB that is installed beside the tree must not fill a gap here.
        if included and '/rocksdb/' in included[1] and not os.path.realpath(included[1]).startswith(include + os.sep):
            problems.append(f'{name}: includes {included[1]}, which is not of this tree')
        # "#pragma once in main file" cannot be switched off in gcc and says nothing about the header
        elif not included and re.search(r'\b(error|warning):', line) and 'pragma once' not in line:
            problems.append(f'{name}: as {language[1]}: {line}')
    return problems[:2], sorted(files)


# Written so that this file does not find itself.
FORBIDDEN = [
    (re.compile(r'\b(TO' r'DO|FIX' r'ME|XX' r'X|HA' r'CK)\b'), 'unfinished mark', CODE + ('.py', '.sh', '.cmake', '.txt')),
    (re.compile(r'GTEST_' r'SKIP|\bDISA' r'BLED_'), 'test that does not run', CODE),
    (re.compile(r'(?<!")\bnot (yet )?imple' r'mented\b|\bst' r'ub\b', re.I), 'unfinished', CODE),
    (re.compile(r'(^|[\s"\'=(:])/(work|root|home|farm)/\w'), 'path of one machine',
     CODE + ('.py', '.sh', '.cmake', '.txt', '.md')),
]


def check_text():
    problems = []
    for name in sources(CODE + ('.py', '.sh', '.cmake', '.txt', '.md')):
        if name == 'LICENSE':
            continue
        for number, line in enumerate(read(name).split('\n'), 1):
            for pattern, why, suffixes in FORBIDDEN:
                if name.endswith(suffixes) and pattern.search(line):
                    problems.append(f'{name}:{number}: {why}: {line.strip()[:100]}')
    return problems


def check_docs():
    """Names in `code quotes` that look like options, flags, properties or repository paths must exist."""
    code = '\n'.join(read(n) for n in sources(CODE + ('.py', '.sh', '.cmake', '.txt')))
    words = set(re.findall(r'[A-Za-z0-9_]+', code))
    properties = set(re.findall(r'rocksdb\.[a-z0-9.-]+', code))
    problems = []
    for name in sources(('.md',)):
        for quoted in re.findall(r'`([^`\n]+)`', read(name)):
            for flag in re.findall(r'(?<![\w-])--([a-z][a-z0-9_]*)', quoted):
                if flag not in words:
                    problems.append(f'{name}: flag --{flag} is nowhere in the sources')
            if re.fullmatch(r'[a-z][a-z0-9]*(_[a-z0-9]+)+', quoted) and quoted not in words:
                problems.append(f'{name}: `{quoted}` is nowhere in the sources')
            if re.fullmatch(r'rocksdb\.[a-z0-9.-]+', quoted) and quoted not in properties and quoted not in code:
                problems.append(f'{name}: property `{quoted}` is nowhere in the sources')
            if re.fullmatch(r'[a-z_]+(/[\w.-]+)+\.(h|cc|py|sh|md|cmake)', quoted):
                places = [quoted, os.path.join(os.path.dirname(name), quoted), 'include/' + quoted]
                if not any(os.path.exists(os.path.join(ROOT, p)) for p in places):
                    problems.append(f'{name}: file `{quoted}` does not exist')
    return problems + options_untold()


def options_untold():
    """Every option of the option tables has its row in docs/compatibility.md, and no row has lost its option."""
    told = set(re.findall(r'^\| `(\w+)` \| (?:yes|in code only)? *\| (?:works|in part|no effect|refused) \|',
                          read('docs/compatibility.md'), re.M))
    known = set()
    for table in ('db', 'cf', 'table'):
        known |= set(re.findall(r'OPTION\(\s*"?(\w+)"?\s*,', read(f'options/{table}_options_table.cc')))
    return ([f'docs/compatibility.md: option {name} has no row' for name in sorted(known - told)] +
            [f'docs/compatibility.md: {name} is no option' for name in sorted(told - known)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for check in ('floors', 'headers', 'text', 'docs'):
        parser.add_argument('--' + check, action='store_true')
    parser.add_argument('--compiler', default='g++')
    parser.add_argument('--cache', help='file that remembers which headers were right, for --headers')
    args = parser.parse_args()
    problems = []
    if args.floors:
        problems += check_floors()
    if args.headers:
        problems += check_headers(args.compiler, args.cache)
    if args.text:
        problems += check_text()
    if args.docs:
        problems += check_docs()
    print('\n'.join(problems) if problems else 'nothing wrong')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
