#!/usr/bin/env python3
"""Writes a row for each option that rocksdb/c.h can both set and get as one number.

usage: option_calls.py include/rocksdb/c.h > option_calls.inc
"""
import re
import sys

SCALAR = r'(unsigned char|unsigned int|size_t|u?int(?:32|64)_t|int|double|float)'


def rows(header):
    # Buckets are this library's own: stock has no such functions.
    text = re.sub(r'//[^\n]*|/\*.*?\*/', ' ', header, flags=re.S)
    text = re.sub(r'\s+', ' ', text)
    getters = {name: kind for kind, name in
               re.findall(SCALAR + r' rocksdb_options_get_(\w+)\( ?(?:const )?rocksdb_options_t ?\* ?\w*\)', text)}
    for name, kind in re.findall(r'void rocksdb_options_set_(\w+)\( ?rocksdb_options_t ?\* ?\w*, '
                                 + SCALAR + r'(?: \w+)?\)', text):
        if name in getters and not name.startswith('bucket_'):
            yield f'OPTION({kind}, {name})'


def main():
    with open(sys.argv[1], encoding='utf8') as header:
        found = list(rows(header.read()))
    if len(found) < 50:
        sys.exit(f'only {len(found)} options found in {sys.argv[1]}: its form has changed')
    print('\n'.join(found))


if __name__ == '__main__':
    main()
