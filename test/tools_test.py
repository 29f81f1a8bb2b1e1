#!/usr/bin/env python3
"""ldb and sst_dump on databases of their own making: what they refuse, what they leave alone, how they exit.
Their output against stock's is the business of test/interop.

usage: tools_test.py --build BUILD_DIR
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = ''
GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'interop', 'golden', 'sst', 'v2_nochecksum.sst')


class Tool(unittest.TestCase):
    """Each test has a directory of its own."""

    def setUp(self):
        temp = tempfile.TemporaryDirectory(prefix='bucketlsm_tools.')
        self.addCleanup(temp.cleanup)
        self.work = temp.name
        self.db = self.path('db')

    def path(self, name):
        return os.path.join(self.work, name)

    def run_tool(self, tool, *arguments, text='', **more):
        more.setdefault('stdout', subprocess.PIPE)
        if 'stdin' not in more:
            more['input'] = text
        return subprocess.run([os.path.join(BUILD, 'tools', tool), *arguments], stderr=subprocess.PIPE, text=True,
                              timeout=120, check=False, **more)

    def ldb(self, *arguments, db=None, code=0, **more):
        done = self.run_tool('ldb', f'--db={db or self.db}', *arguments, **more)
        self.assertEqual(code, done.returncode, f'{arguments}: {done.stdout} {done.stderr}')
        return done

    def scan(self, db=None):
        return self.ldb('scan', db=db).stdout

    def tables(self, db=None):
        return sorted(f for f in os.listdir(db or self.db) if f.endswith('.sst'))

    def options(self):
        """Name and text of the newest OPTIONS file."""
        name = max((f for f in os.listdir(self.db) if f.startswith('OPTIONS-')), key=lambda f: int(f[8:]))
        with open(os.path.join(self.db, name)) as file:
            return name, file.read()

    def current(self):
        with open(os.path.join(self.db, 'CURRENT')) as file:
            return file.read()

    def make_tree(self):
        """Tables on two levels; the user's own options are not the defaults."""
        lines = ''.join(f'key{i:03} ==> value{i}\n' for i in range(60))
        self.ldb('--create_if_missing', '--write_buffer_size=1000000', 'load', text=lines)
        self.ldb('compact')
        self.ldb('put', 'key006', 'new')
        self.ldb('--disable_wal', 'load', text='key007 ==> new\n')


def damage(path):
    """Another byte near the beginning, where the entries are."""
    with open(path, 'r+b') as file:
        file.seek(10)
        byte = file.read(1)
        file.seek(10)
        file.write(bytes([byte[0] ^ 0xFF]))


class Logs(Tool):
    def test_a_copy_has_its_logs_beside_its_tables_where_wal_dir_is_gone(self):
        self.ldb('--create_if_missing', 'put', 'a', '1')
        name, text = self.options()
        copy, gone = self.path('copy'), self.path('gone')
        shutil.copytree(self.db, copy)
        with open(os.path.join(copy, name), 'w') as file:
            file.write(text.replace('[DBOptions]\n', f'[DBOptions]\n  wal_dir={gone}\n'))
        done = self.ldb('scan', db=copy)
        self.assertEqual('a : 1\n', done.stdout)
        self.assertIn(gone, done.stderr)
        self.ldb('put', 'b', '2', db=copy)
        self.ldb('repair', db=copy)
        self.assertEqual('a : 1\nb : 2\n', self.scan(copy))
        self.assertFalse(os.path.exists(gone))

    def test_a_wal_dir_that_is_there_is_used(self):
        self.ldb('--create_if_missing', 'put', 'a', '1')
        name, text = self.options()
        logs = self.path('logs')
        os.mkdir(logs)
        for log in [f for f in os.listdir(self.db) if f.endswith('.log')]:
            os.rename(os.path.join(self.db, log), os.path.join(logs, log))
        with open(os.path.join(self.db, name), 'w') as file:
            file.write(text.replace('[DBOptions]\n', f'[DBOptions]\n  wal_dir={logs}\n'))
        done = self.ldb('scan')
        self.assertEqual(('a : 1\n', ''), (done.stdout, done.stderr))


class OptionsFiles(Tool):
    def test_a_command_that_fails_leaves_the_options_as_they_were(self):
        self.make_tree()
        for table in self.tables():
            damage(os.path.join(self.db, table))
        before = self.options()
        for arguments in (['reduce_levels', '--new_levels=1'], ['reduce_levels', '--new_levels=2'],
                          ['change_compaction_style', '--old_compaction_style=0', '--new_compaction_style=1'],
                          ['unsafe_remove_sst_file', '999999']):
            self.ldb(*arguments, code=1)
            self.assertEqual(before, self.options(), arguments)

    def test_a_removed_table_leaves_the_options_as_they_were_though_another_is_missing(self):
        self.make_tree()
        before = self.options()
        first, second = self.tables()[:2]
        for table in (first, second):
            os.remove(os.path.join(self.db, table))
        for table in (first, second):
            self.ldb('unsafe_remove_sst_file', str(int(table[:6])))
            self.assertEqual(before, self.options())
        self.scan()

    def test_a_secondary_removes_no_table_of_its_primary(self):
        self.make_tree()
        before = self.scan(), self.options(), self.current()
        done = self.ldb(f'--secondary_path={self.path("own")}', 'unsafe_remove_sst_file',
                        str(int(self.tables()[0][:6])), code=1)
        self.assertIn('secondary mode', done.stderr)
        self.assertEqual(before, (self.scan(), self.options(), self.current()))

    def test_levels_are_those_of_the_family(self):
        self.ldb('--create_if_missing', 'create_column_family', 'one')
        self.ldb('reduce_levels', '--new_levels=3')
        self.ldb('--column_family=one', 'reduce_levels', '--new_levels=5')
        found = [line.strip() for line in self.options()[1].splitlines() if 'num_levels=' in line]
        self.assertEqual(['num_levels=3', 'num_levels=5'], found)


class CommandLine(Tool):
    def test_sizes_that_an_option_cannot_hold_are_refused_by_name(self):
        for flag in ('--bloom_bits=-1', '--bloom_bits=0', '--block_size=-4096', '--write_buffer_size=-1',
                     '--db_write_buffer_size=0', '--file_size=-5', '--fix_prefix_len=-1',
                     '--compression_max_dict_bytes=5000000000', '--buckets=-1'):
            done = self.ldb('--create_if_missing', flag, 'put', 'a', '1', code=1)
            self.assertIn(flag.split('=')[0], done.stderr)
            self.assertFalse(os.path.exists(self.db), flag)

    def test_each_tool_tells_its_version(self):
        for tool in ('ldb', 'sst_dump'):
            done = self.run_tool(tool, '--version')
            self.assertEqual((0, ''), (done.returncode, done.stderr))
            self.assertRegex(done.stdout, rf'^{tool} \(RocksDB\) \d+\.\d+\.\d+\n$')


class Streams(Tool):
    def test_output_that_cannot_be_written_fails_the_command(self):
        self.make_tree()
        for tool, arguments in (('ldb', [f'--db={self.db}', 'scan']), ('ldb', ['--help']), ('ldb', ['--version']),
                                ('sst_dump', [f'--file={self.db}', '--command=scan']), ('sst_dump', ['--help'])):
            with open('/dev/full', 'w') as full:
                done = self.run_tool(tool, *arguments, stdout=full)
            self.assertEqual(1, done.returncode, arguments)
            self.assertIn('standard output', done.stderr)

    def test_input_that_cannot_be_read_is_not_taken_for_its_end(self):
        # Reading a directory fails.
        for arguments in (['load'], ['write_extern_sst', self.path('x.sst')], ['query']):
            unreadable = os.open(self.work, os.O_RDONLY)
            try:
                done = self.ldb('--create_if_missing', *arguments, stdin=unreadable, code=1)
            finally:
                os.close(unreadable)
            self.assertIn('standard input', done.stderr)


class Tables(Tool):
    def sst_dump(self, *arguments):
        return self.run_tool('sst_dump', *arguments)

    def test_a_directory_without_tables_is_an_error(self):
        os.mkdir(self.db)
        for command in ('check', 'identify'):
            done = self.sst_dump(f'--file={self.db}', f'--command={command}')
            self.assertEqual((1, f'No valid SST files found in {self.db}\n'), (done.returncode, done.stderr))

    def test_a_table_has_as_many_entries_as_its_properties_say(self):
        # A table without checksums, so that the changed number is not damage; 2 of its 202 are range deletions.
        with open(GOLDEN, 'rb') as file:
            sound = file.read()
        path = self.path('x.sst')
        for number, code in ((202, 0), (203, 1)):
            with open(path, 'wb') as file:
                file.write(sound.replace(b'\x02entries\xca\x01', b'\x02entries' + bytes([number, 1])))
            self.assertEqual(code, self.sst_dump(f'--file={path}').returncode)
        self.assertIn('Table property expects 201 entries when excluding range deletions, but scanning the table '
                      'returned 200 records', self.sst_dump(f'--file={path}').stderr)
        self.assertEqual(0, self.sst_dump(f'--file={path}', '--read_num=200').returncode)

    def test_the_number_of_entries_to_read_is_that_of_all_files(self):
        self.make_tree()
        for wanted in (1, 59, 60, 61):
            done = self.sst_dump(f'--file={self.db}', '--command=scan', f'--read_num={wanted}')
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(wanted, done.stdout.count(' => '))


def main():
    global BUILD
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', required=True)
    args, rest = parser.parse_known_args()
    BUILD = args.build
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == '__main__':
    main()
