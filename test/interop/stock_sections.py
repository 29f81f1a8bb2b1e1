"""Prepared transactions by stock RocksDB 10.6.2, through the C functions of the library inside rocksdbjni.

usage: stock_sections.py LIBRARY write DIR COPY    makes DIR, and COPY of it while it is open
       stock_sections.py LIBRARY commit DIR        names the prepared transactions of DIR and commits them

A process of its own, because the end of one is what these tests are about.
"""
import ctypes
import shutil
import sys


class StockTransactions:
    def __init__(self, library, path):
        self.library = ctypes.CDLL(library)
        options = self.make('rocksdb_options_create')
        self.library.rocksdb_options_set_create_if_missing(options, ctypes.c_ubyte(1))
        self.write_options = self.make('rocksdb_writeoptions_create')
        self.read_options = self.make('rocksdb_readoptions_create')
        self.transaction_options = self.make('rocksdb_transaction_options_create')
        self.db = self.checked('rocksdb_transactiondb_open', options, self.make('rocksdb_transactiondb_options_create'),
                               path.encode())

    def make(self, name, *arguments):
        function = self.library[name]
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*arguments))

    def checked(self, name, *arguments):
        error = ctypes.c_char_p()
        made = self.make(name, *arguments, ctypes.byref(error))
        if error.value:
            raise SystemExit(f'{name}: {error.value.decode()}')
        return made

    def put(self, key, value, transaction=None):
        sized = (key, ctypes.c_size_t(len(key)), value, ctypes.c_size_t(len(value)))
        if transaction is None:
            self.checked('rocksdb_transactiondb_put', self.db, self.write_options, *sized)
        else:
            self.checked('rocksdb_transaction_put', transaction, *sized)

    def prepare(self, name, keys):
        transaction = self.make('rocksdb_transaction_begin', self.db, self.write_options, self.transaction_options, None)
        self.checked('rocksdb_transaction_set_name', transaction, name, ctypes.c_size_t(len(name)))
        for key in keys:
            self.put(key, name, transaction)
        self.checked('rocksdb_transaction_prepare', transaction)
        return transaction

    def flush(self):
        self.checked('rocksdb_transactiondb_flush', self.db, self.make('rocksdb_flushoptions_create'))

    def prepared(self):
        count = ctypes.c_size_t()
        function = self.library['rocksdb_transactiondb_get_prepared_transactions']
        function.restype = ctypes.POINTER(ctypes.c_void_p)
        return [ctypes.c_void_p(one) for one in function(self.db, ctypes.byref(count))[:count.value]]

    def name_of(self, transaction):
        size = ctypes.c_size_t()
        return ctypes.string_at(self.make('rocksdb_transaction_get_name', transaction, ctypes.byref(size)), size.value)

    def close(self):
        self.library.rocksdb_transactiondb_close(self.db)


def write(library, path, copy):
    """Sections that are open, committed and rolled back, in the log of their end and in an older one."""
    db = StockTransactions(library, path)
    db.put(b'a', b'plain')
    db.prepare(b'open', [b'open1', b'open2'])
    committed = db.prepare(b'committed', [b'committed1', b'a'])
    rolled_back = db.prepare(b'rolled back', [b'rolled back'])
    db.put(b'b', b'plain')
    db.flush()
    db.put(b'c', b'plain')
    db.checked('rocksdb_transaction_commit', committed)
    db.checked('rocksdb_transaction_rollback', rolled_back)
    late = db.prepare(b'late', [b'late', b'b'])
    db.flush()
    db.checked('rocksdb_transaction_commit', late)
    db.put(b'd', b'plain')
    db.checked('rocksdb_transactiondb_flush_wal', db.db, ctypes.c_ubyte(1))
    shutil.copytree(path, copy)


def commit(library, path):
    db = StockTransactions(library, path)
    for transaction in db.prepared():
        print(db.name_of(transaction).decode())
        db.checked('rocksdb_transaction_commit', transaction)
    db.close()


def main():
    library, verb, *paths = sys.argv[1:]
    {'write': write, 'commit': commit}[verb](library, *paths)


if __name__ == '__main__':
    main()
