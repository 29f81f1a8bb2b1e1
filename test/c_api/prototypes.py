#!/usr/bin/env python3
"""The functions of the C API, held against the table of RocksDB's prototypes, prototypes.tsv.

usage: prototypes.py --source TABLE        print a C program that fails to compile when a prototype of
                                           rocksdb/c.h differs, and to link when a function is missing
       prototypes.py --names TABLE HEADER  no function of the table is missing from the header, and the
                                           header has no other but those of the bucket options
"""
import re
import sys

OWN = re.compile(r'rocksdb_options_set_bucket_\w+')


def read_table(path):
    with open(path, encoding='utf8') as f:
        next(f)
        return [line.rstrip('\n').split('\t') for line in f]


def source(table):
    lines = ['#include <stdio.h>', '#include "rocksdb/c.h"', '']
    for name, returns, parameters in table:
        lines.append(f'static {returns} (*const p_{name})({parameters or "void"}) = {name};')
    lines += ['', 'int main(void) {', '  void (*const functions[])(void) = {']
    lines += [f'      (void (*)(void))p_{name},' for name, _, _ in table]
    lines += ['  };', '  size_t found = 0;',
              '  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i) {',
              '    found += functions[i] != NULL;', '  }',
              f'  printf("%zu of {len(table)} functions\\n", found);',
              f'  return found == {len(table)} ? 0 : 1;', '}']
    return '\n'.join(lines)


def wrong_names(table, header):
    with open(header, encoding='utf8') as f:
        text = re.sub(r'//.*|^#.*', '', f.read(), flags=re.M)
    declared = set(re.findall(r'\b(rocksdb_\w+)\(', text))
    known = {name for name, _, _ in table}
    return ([f'{name} is not declared' for name in sorted(known - declared)] +
            [f'{name} is not in the table' for name in sorted(declared - known) if not OWN.fullmatch(name)])


def main():
    if sys.argv[1:2] == ['--source'] and len(sys.argv) == 3:
        print(source(read_table(sys.argv[2])))
        return 0
    if sys.argv[1:2] == ['--names'] and len(sys.argv) == 4:
        problems = wrong_names(read_table(sys.argv[2]), sys.argv[3])
        print('\n'.join(problems) if problems else 'nothing wrong')
        return 1 if problems else 0
    print(__doc__)
    return 2


if __name__ == '__main__':
    sys.exit(main())
