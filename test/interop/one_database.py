"""One database, held open by one librocksdb in a process of its own, through the library's C functions.

usage: one_database.py LIBRARY primary DIR [OPTIONS]  opens or makes DIR, with options in a string
       one_database.py LIBRARY secondary DIR OWN      reads DIR beside its primary; LOG goes to OWN

Takes a command from each line of standard input and answers it with lines of which the last is "done" or
"failed: WHY". Keys and values are in hex.

  put KEY VALUE | delete KEY | range BEGIN END | flush | compact | catch_up | scan
  put_other KEY VALUE | scan_other          in a second family, which primaries have
"""
import ctypes
import sys


class Database:
    def __init__(self, library, mode, path, more=''):
        self.library = ctypes.CDLL(library)
        self.options = self.make('options_create')
        if mode == 'primary':
            self.checked('get_options_from_string', self.make('options_create'), more.encode(), self.options)
        self.library.rocksdb_options_set_create_if_missing(self.options, ctypes.c_ubyte(1))
        self.library.rocksdb_options_set_max_open_files(self.options, ctypes.c_int(-1))
        self.library.rocksdb_options_set_write_buffer_size(self.options, ctypes.c_size_t(64 << 10))
        self.write_options = self.make('writeoptions_create')
        self.read_options = self.make('readoptions_create')
        if mode == 'primary':
            self.open_families(path)
        else:
            self.db = self.checked('open_as_secondary', self.options, path.encode(), more.encode())

    def open_families(self, path):
        self.library.rocksdb_options_set_create_missing_column_families(self.options, ctypes.c_ubyte(1))
        names = (ctypes.c_char_p * 2)(b'default', b'other')
        options, self.families = (ctypes.c_void_p * 2)(self.options, self.options), (ctypes.c_void_p * 2)()
        self.db = self.checked('open_column_families', self.options, path.encode(), ctypes.c_int(2), names, options,
                               self.families)

    def function(self, name, result=ctypes.c_void_p):
        function = self.library['rocksdb_' + name]
        function.restype = result
        return function

    def make(self, name, *arguments):
        return ctypes.c_void_p(self.function(name)(*arguments))

    def checked(self, name, *arguments):
        error = ctypes.c_char_p()
        made = self.make(name, *arguments, ctypes.byref(error))
        if error.value:
            raise RuntimeError(f'{name}: {error.value.decode()}')
        return made

    def put(self, key, value):
        self.checked('put', self.db, self.write_options, *sized(key), *sized(value))

    def put_other(self, key, value):
        self.checked('put_cf', self.db, self.write_options, ctypes.c_void_p(self.families[1]), *sized(key), *sized(value))

    def delete(self, key):
        self.checked('delete', self.db, self.write_options, *sized(key))

    def range(self, begin, end):
        family = self.make('get_default_column_family_handle', self.db)
        self.checked('delete_range_cf', self.db, self.write_options, family, *sized(begin), *sized(end))

    def flush(self):
        self.checked('flush', self.db, self.make('flushoptions_create'))

    def compact(self):
        self.library.rocksdb_compact_range(self.db, None, ctypes.c_size_t(0), None, ctypes.c_size_t(0))

    def catch_up(self):
        self.checked('try_catch_up_with_primary', self.db)

    def scan_other(self):
        self.scan(self.make('create_iterator_cf', self.db, self.read_options, ctypes.c_void_p(self.families[1])))

    def scan(self, it=None):
        it = it or self.make('create_iterator', self.db, self.read_options)
        self.library.rocksdb_iter_seek_to_first(it)
        size = ctypes.c_size_t()
        valid = self.function('iter_valid', ctypes.c_ubyte)
        while valid(it):
            pair = [ctypes.string_at(self.make(f'iter_{part}', it, ctypes.byref(size)), size.value).hex()
                    for part in ('key', 'value')]
            print(*pair)
            self.library.rocksdb_iter_next(it)
        error = ctypes.c_char_p()
        self.library.rocksdb_iter_get_error(it, ctypes.byref(error))
        self.library.rocksdb_iter_destroy(it)
        if error.value:
            raise RuntimeError(f'scan: {error.value.decode()}')


def sized(data):
    return ctypes.c_char_p(data), ctypes.c_size_t(len(data))


def main():
    try:
        database = Database(*sys.argv[1:])
    except RuntimeError as error:
        print('failed:', error, flush=True)
        return
    print('done', flush=True)
    for line in sys.stdin:
        command, *arguments = line.split()
        try:
            getattr(database, command)(*map(bytes.fromhex, arguments))
            print('done', flush=True)
        except RuntimeError as error:
            print('failed:', error, flush=True)
    database.library.rocksdb_close(database.db)


if __name__ == '__main__':
    main()
