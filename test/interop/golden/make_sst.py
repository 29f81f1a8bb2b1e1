"""Makes sst/*.sst with stock RocksDB 10.6.2, through the C functions that its Java library exports.

Usage: make_sst.py LIBROCKSDBJNI.so OUTPUT_DIRECTORY
The library is inside org.rocksdb:rocksdbjni:10.6.2:linux64. table/sst_golden_test.cc reads the files.
"""
import ctypes
import os
import sys

ENTRIES = 200
RANGES = [(b'key00100', b'key00110'), (b'key00105', b'key00120')]
BLOOM = 'filter_policy=bloomfilter:10:false'
# name: (table options, other options)
FILES = {
    'v6_xxh3_bloom': (f'format_version=6;{BLOOM}', 'compression=kNoCompression'),
    'v6_snappy': (f'format_version=6;{BLOOM}', 'compression=kSnappyCompression'),
    'v6_lz4_ribbon': ('format_version=6;filter_policy=ribbonfilter:10:-1', 'compression=kLZ4Compression'),
    'v6_zstd_dict': (f'format_version=6;{BLOOM}', 'compression=kZSTD;compression_opts={level=3;max_dict_bytes=512}'),
    'v6_partitioned': ('format_version=6;index_type=kTwoLevelIndexSearch;partition_filters=true;'
                       f'metadata_block_size=128;{BLOOM}', 'compression=kNoCompression'),
    'v6_first_key': ('format_version=6;index_type=kBinarySearchWithFirstKey', 'compression=kLZ4Compression'),
    'v5_hash_index': ('format_version=5;data_block_index_type=kDataBlockBinaryAndHash;index_type=kHashSearch;'
                      f'{BLOOM}', 'compression=kLZ4HCCompression;prefix_extractor=fixed:5'),
    'v5_crc32c_zlib': (f'format_version=5;checksum=kCRC32c;index_block_restart_interval=4;{BLOOM}',
                       'compression=kZlibCompression'),
    'v4_xxhash64_legacy_bloom': (f'format_version=4;checksum=kxxHash64;{BLOOM}', 'compression=kLZ4Compression'),
    'v3_xxhash_prefix': (f'format_version=3;checksum=kxxHash;whole_key_filtering=false;{BLOOM}',
                         'compression=kSnappyCompression;prefix_extractor=fixed:7'),
    'v2_nochecksum': ('format_version=2;checksum=kNoChecksum', 'compression=kZSTD'),
}


class Stock:
    def __init__(self, library):
        self.library = ctypes.CDLL(library)

    def pointer(self, name, *args):
        function = getattr(self.library, 'rocksdb_' + name)
        function.restype = ctypes.c_void_p
        return ctypes.c_void_p(function(*args))

    def checked(self, name, *args):
        error = ctypes.c_char_p()
        function = getattr(self.library, 'rocksdb_' + name)
        function.restype = None
        function(*args, ctypes.byref(error))
        if error.value:
            raise RuntimeError(f'{name}: {error.value.decode()}')

    def options(self, text):
        made = self.pointer('options_create')
        self.checked('get_options_from_string', self.pointer('options_create'), text.encode(), made)
        return made


def sized(data):
    return ctypes.c_char_p(data), ctypes.c_size_t(len(data))


def write(stock, path, text):
    writer = stock.pointer('sstfilewriter_create', stock.pointer('envoptions_create'), stock.options(text))
    stock.checked('sstfilewriter_open', writer, path.encode())
    for i in range(ENTRIES):
        key = b'key%05d' % (2 * i)
        if i % 50 == 7:
            stock.checked('sstfilewriter_delete', writer, *sized(key))
        else:
            stock.checked('sstfilewriter_put', writer, *sized(key), *sized(b'value-%d-' % i * 4))
    for begin, end in RANGES:
        stock.checked('sstfilewriter_delete_range', writer, *sized(begin), *sized(end))
    stock.checked('sstfilewriter_finish', writer)


def main():
    library, target = sys.argv[1:]
    stock = Stock(library)
    os.makedirs(target, exist_ok=True)
    for name, (table, other) in FILES.items():
        write(stock, os.path.join(target, name + '.sst'),
              f'block_based_table_factory={{block_size=1024;{table};}};{other}')


if __name__ == '__main__':
    main()
