#!/usr/bin/env python3
"""Prints a db_stress database as stock RocksDB 10.6.2 reads it: lines `family keyhex valuehex`, and
`(prepared) namehex 1` for each prepared transaction.

usage: stock.py --library librocksdbjni-linux64.so --db COPY --out FILE [--reverse]

The library is the one inside Maven's rocksdbjni; this script calls its C API. run.py starts it on copies as
a process of its own, so that a crash of stock does not end run.py. Merge operator and values are those of
tools/db_stress/value_code.cc; this second implementation checks the first.
"""
import argparse
import ctypes
import struct

MASK = (1 << 64) - 1


# ---- the words and values of db_stress

def scatter(x):
    x = (x + 0x9e3779b97f4a7c15) & MASK
    x = ((x ^ (x >> 30)) * 0xbf58476d1ce4e5b9) & MASK
    x = ((x ^ (x >> 27)) * 0x94d049bb133111eb) & MASK
    return x ^ (x >> 31)


def value_of(word, tag, number):
    dice = scatter(word)
    blocks = 200 + (dice >> 8) % 500 if dice % 64 == 0 else (dice >> 8) % 24
    filler = [scatter((word + i // 2) & MASK) for i in range(blocks)]
    end = scatter(word ^ scatter(tag << 32 | number))
    return struct.pack(f'<QII{blocks + 1}Q', word, tag, number, *filler, end)


def read_operand(operand, number):
    mul, add, tag, of, check = struct.unpack('<QQIIQ', operand)
    if of != number or check != scatter(mul ^ scatter(add ^ (tag << 32 | number))):
        raise ValueError('damaged operand')
    return mul, add, tag


def full_merge(key, existing, operands):
    number = int(key[3:11])
    word = 0
    if existing is not None:
        word, tag, _ = struct.unpack_from('<QII', existing)
        if existing != value_of(word, tag, number):
            raise ValueError('damaged value')
    for operand in operands:
        mul, add, tag = read_operand(operand, number)
        word = (word * mul + add) & MASK
    return value_of(word, tag, number)


# ---- callbacks of the C API

pointer, size_t, text = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p
sizes, flag = ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_ubyte)
DESTROY = ctypes.CFUNCTYPE(None, pointer)
NAME = ctypes.CFUNCTYPE(pointer, pointer)
COMPARE = ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer, size_t, pointer, size_t)
FULL = ctypes.CFUNCTYPE(pointer, pointer, pointer, size_t, pointer, size_t, ctypes.POINTER(pointer), sizes,
                        ctypes.c_int, flag, sizes)
PARTIAL = ctypes.CFUNCTYPE(pointer, pointer, pointer, size_t, ctypes.POINTER(pointer), sizes, ctypes.c_int, flag,
                           sizes)
FREE = ctypes.CFUNCTYPE(None, pointer, pointer, size_t)


def bytes_at(address, length):
    return ctypes.string_at(address, length) if length else b''


class Stock:
    def __init__(self, library, reverse):
        self.lib = ctypes.CDLL(library)
        self.libc = ctypes.CDLL(None)
        self.libc.malloc.restype = pointer
        self.libc.malloc.argtypes = [size_t]
        self.libc.free.argtypes = [pointer]
        self.keep = []  # callbacks must outlive the database
        self.options = self.call('rocksdb_options_create', pointer)
        self.call('rocksdb_options_set_disable_auto_compactions', None, (ctypes.c_int, 1))
        self.call('rocksdb_options_set_merge_operator', None, (pointer, self.merger()))
        if reverse:
            self.call('rocksdb_options_set_comparator', None, (pointer, self.reverse_order()))

    def call(self, name, restype, *args):
        """Calls a C function. A setter of options gets the options object as its first argument."""
        function = getattr(self.lib, name)
        function.restype = restype
        if name.startswith('rocksdb_options_set'):
            args = ((pointer, self.options),) + args
        function.argtypes = [kind for kind, _ in args]
        return function(*[value for _, value in args])

    def checked(self, name, restype, *args):
        error = text()
        result = self.call(name, restype, *args, (ctypes.POINTER(text), ctypes.byref(error)))
        if error.value:
            raise SystemExit(f'stock: {name}: {error.value.decode()}')
        return result

    def kept(self, callback):
        self.keep.append(callback)
        return callback

    def named(self, name):
        buffer = ctypes.create_string_buffer(name)
        self.keep.append(buffer)
        return self.kept(NAME(lambda state: ctypes.addressof(buffer)))

    def merger(self):
        def merge(state, key, key_len, base, base_len, operands, lengths, count, success, out_len):
            try:
                result = full_merge(bytes_at(key, key_len), bytes_at(base, base_len) if base else None,
                                    [bytes_at(operands[i], lengths[i]) for i in range(count)])
            except (ValueError, struct.error):
                success[0] = 0
                out_len[0] = 0
                return None
            success[0] = 1
            out_len[0] = len(result)
            memory = self.libc.malloc(len(result))
            ctypes.memmove(memory, result, len(result))
            return memory

        def partial(state, key, key_len, operands, lengths, count, success, out_len):
            success[0] = 0  # no partial merge: the operands stay
            out_len[0] = 0
            return None

        def free(state, memory, length):
            if memory:
                self.libc.free(memory)

        return self.call('rocksdb_mergeoperator_create', pointer, (pointer, None),
                         (DESTROY, self.kept(DESTROY(lambda state: None))), (FULL, self.kept(FULL(merge))),
                         (PARTIAL, self.kept(PARTIAL(partial))), (FREE, self.kept(FREE(free))),
                         (NAME, self.named(b'db_stress.StepMerger')))

    def reverse_order(self):
        def compare(state, a, a_len, b, b_len):
            x, y = bytes_at(a, a_len), bytes_at(b, b_len)
            return (x < y) - (x > y)

        return self.call('rocksdb_comparator_create', pointer, (pointer, None),
                         (DESTROY, self.kept(DESTROY(lambda state: None))), (COMPARE, self.kept(COMPARE(compare))),
                         (NAME, self.named(b'rocksdb.ReverseBytewiseComparator')))

    def families(self, path):
        count = size_t()
        names = self.checked('rocksdb_list_column_families', ctypes.POINTER(text), (pointer, self.options),
                             (text, path), (sizes, ctypes.byref(count)))
        return [names[i] for i in range(count.value)]

    def dump(self, path, out):
        names = self.families(path)
        many = len(names)
        handles = (pointer * many)()
        locking = self.call('rocksdb_transactiondb_options_create', pointer)
        db = self.checked('rocksdb_transactiondb_open_column_families', pointer, (pointer, self.options),
                          (pointer, locking), (text, path),
                          (ctypes.c_int, many), (ctypes.POINTER(text), (text * many)(*names)),
                          (ctypes.POINTER(pointer), (pointer * many)(*[self.options] * many)),
                          (ctypes.POINTER(pointer), handles))
        self.dump_prepared(db, out)
        for name, handle in zip(names, handles):
            self.dump_family(db, handle, name.decode(), out)
            self.call('rocksdb_column_family_handle_destroy', None, (pointer, handle))
        self.call('rocksdb_transactiondb_close', None, (pointer, db))

    def dump_prepared(self, db, out):
        print('(prepared)', file=out)
        count = size_t()
        found = self.call('rocksdb_transactiondb_get_prepared_transactions', ctypes.POINTER(pointer),
                          (pointer, db), (sizes, ctypes.byref(count)))
        for i in range(count.value):
            length = size_t()
            name = self.call('rocksdb_transaction_get_name', pointer, (pointer, found[i]),
                             (sizes, ctypes.byref(length)))
            print('(prepared)', bytes_at(name, length.value).hex().upper(), 1, file=out)

    def dump_family(self, db, handle, name, out):
        print(name, file=out)
        read = self.call('rocksdb_readoptions_create', pointer)
        it = self.call('rocksdb_transactiondb_create_iterator_cf', pointer, (pointer, db), (pointer, read), (pointer, handle))
        length = size_t()
        self.call('rocksdb_iter_seek_to_first', None, (pointer, it))
        while self.call('rocksdb_iter_valid', ctypes.c_ubyte, (pointer, it)):
            key = self.call('rocksdb_iter_key', pointer, (pointer, it), (sizes, ctypes.byref(length)))
            key = bytes_at(key, length.value)
            value = self.call('rocksdb_iter_value', pointer, (pointer, it), (sizes, ctypes.byref(length)))
            print(name, key.hex().upper(), bytes_at(value, length.value).hex().upper(), file=out)
            self.call('rocksdb_iter_next', None, (pointer, it))
        self.checked('rocksdb_iter_get_error', None, (pointer, it))
        self.call('rocksdb_iter_destroy', None, (pointer, it))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--library', required=True)
    parser.add_argument('--db', required=True)
    parser.add_argument('--out', required=True)
    parser.add_argument('--reverse', action='store_true')
    args = parser.parse_args()
    with open(args.out, 'w') as out:
        Stock(args.library, args.reverse).dump(args.db.encode(), out)


if __name__ == '__main__':
    main()
