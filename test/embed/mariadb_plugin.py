"""MariaDB's storage engine MyRocks as a plugin for Debian's own server, built on an installed copy of this library.

Its sources come from Debian's source package, without the RocksDB that they bring along, and the headers that a build
of the server generates from Debian's package of headers, so no server has to be built.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import os
import re
import shutil
import subprocess

import embed

STAND_INS = os.path.join(embed.HERE, 'mariadb')

# Packages of MariaDB's own version, and of the libraries that its programs are linked with.
PACKAGES = ['mariadb-server', 'mariadb-server-core', 'mariadb-client', 'mariadb-client-core', 'mariadb-common',
            'mariadb-plugin-rocksdb', 'mariadb-test', 'mariadb-test-data', 'libmariadb3', 'libmariadbd-dev']
LIBRARIES = ['libaio1', 'libdbi-perl', 'libdbd-mariadb-perl', 'libwrap0', 'liburing2', 'libpcre2-8-0', 'libpcre2-posix3',
             'sysbench', 'libluajit2-5.1-2', 'libluajit2-5.1-common']

# What 10.6 names otherwise than 6.29 or no longer has (mariadb/compat.h): a pattern, what takes its place, how often.
EDITS = {
    'ha_rocksdb.cc': [
        (r'\brocksdb_db_options->(new_table_reader_for_compaction_inputs|access_hint_on_compaction_start)\b',
         r'gone::\1', 3),
        (r'\brocksdb_tbl_options->hash_index_allow_collision\b', 'gone::hash_index_allow_collision', 2),
        (r'\brocksdb::Options::AccessHint\b', 'gone::AccessHint', 4),
        (r'\bblock_cache_compressed\b', 'block_cache', 1),
        (r'\buint8_t include_flags = rocksdb::DB::INCLUDE_FILES\b',
         'auto include_flags = rocksdb::DB::SizeApproximationFlags::INCLUDE_FILES', 2),
    ],
    'rdb_i_s.cc': [
        (r'\bopts\.(max_mem_compaction_level|soft_rate_limit|hard_rate_limit|rate_limit_delay_max_milliseconds|'
         r'purge_redundant_kvs_while_flush)\b', r'gone::\1', 5),
    ],
}

COMMON_FLAGS = ['-O2', '-fPIC', '-w', '-DNDEBUG', '-DDBUG_OFF', '-DHAVE_CONFIG_H', '-D_FILE_OFFSET_BITS=64',
                '-DMYSQL_DYNAMIC_PLUGIN']
PLUGIN_FLAGS = ['-std=c++20', '-DHAVE_SCHED_GETCPU=1', '-DHAVE_TIMER_DELETE', '-DROCKSDB_PLATFORM_POSIX', '-DOS_LINUX']

# Generated in a build of the server, and the same in every build of this version.
GENERATED = ['my_config.h', 'mysql_version.h', 'mysqld_error.h', 'mysqld_ername.h', 'handler_ername.h',
             'handler_state.h', 'sql_state.h']


def parser(description):
    """What every script on the server takes."""
    parts = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts.add_argument('--build', required=True, help='build tree of this library')
    parts.add_argument('--work', required=True, help='directory for the prefix, sources, builds and data; kept')
    # The installed library is always this one.
    parts.set_defaults(stock=False)
    return parts


def parse(parts):
    args = parts.parse_args()
    args.build, args.work = os.path.abspath(args.build), os.path.abspath(args.work)
    os.makedirs(args.work, exist_ok=True)
    return args


class Apt:
    """Debian's archive by its own client, with source packages, which the machine's list may leave out."""

    def __init__(self, work):
        self.work = work
        self.lists = os.path.join(work, 'lists')
        os.makedirs(os.path.join(self.lists, 'partial'), exist_ok=True)
        self.sources = os.path.join(work, 'sources.list')
        policy = embed.run(['apt-cache', 'policy'])
        archives = set(re.findall(r'^ *\d+ (https?://\S+) (\S+)/main amd64 Packages', policy, re.M))
        with open(self.sources, 'w', encoding='utf8') as out:
            for address, suite in sorted(archives):
                out.write(f'deb {address} {suite} main\ndeb-src {address} {suite} main\n')
        self.run('apt-get', 'update')

    def run(self, program, *arguments, **more):
        options = {'Dir::Etc::sourcelist': self.sources, 'Dir::Etc::sourceparts': '/dev/null',
                   'Dir::State::lists': self.lists, 'APT::Sandbox::User': ''}
        flags = [part for name, value in options.items() for part in ('-o', f'{name}={value}')]
        return embed.run([program, *flags, *arguments], **more)

    def versions(self, package):
        """Newest first."""
        return re.findall(r'^ *[*]* *(1:10\.11\.\S+) \d', self.run('apt-cache', 'policy', package), re.M)

    def source(self):
        """The newest version whose source the archive gives: a mirror may have programs without it."""
        for version in self.versions('mariadb-server'):
            print(self.run('apt-get', 'source', '--download-only', f'mariadb={version}', cwd=self.work, check=False))
            upstream = re.search(r':([\d.]+)-', version).group(1)
            found = os.path.join(self.work, f'mariadb_{upstream}.orig.tar.gz')
            if os.path.exists(found):
                return version, found
        raise SystemExit("Debian's archive has no source of MariaDB 10.11")


class Server:
    """Debian's programs and test suites, unpacked, and the sources of the same version. Nothing is installed."""

    def __init__(self, work):
        embed.need('apt-get', 'apt-cache', 'dpkg-deb', 'tar', 'perl', 'ldd')
        self.work = work
        self.root = os.path.join(work, 'root')
        self.source = os.path.join(work, 'source')
        self.suites = os.path.join(self.root, 'usr', 'share', 'mysql', 'mysql-test')
        self.plugins = os.path.join(self.root, 'usr', 'lib', 'mysql', 'plugin')
        done = os.path.join(work, 'unpacked')
        if not os.path.exists(done):
            self.unpack(Apt(work))
            self.check_libraries()
            with open(done, 'w', encoding='utf8'):
                pass
        self.stock_plugin = os.path.join(work, 'ha_rocksdb.so.debian')
        if not os.path.exists(self.stock_plugin):
            shutil.copy(os.path.join(self.plugins, 'ha_rocksdb.so'), self.stock_plugin)

    def unpack(self, apt):
        version, archive = apt.source()
        shutil.rmtree(self.root, ignore_errors=True)
        packages = [f'{package}={version}' for package in PACKAGES] + LIBRARIES
        apt.run('apt-get', 'download', *packages, cwd=self.work)
        for package in glob.glob(os.path.join(self.work, '*.deb')):
            embed.run(['dpkg-deb', '-x', package, self.root])
        shutil.rmtree(self.source, ignore_errors=True)
        os.makedirs(self.source)
        embed.run(['tar', 'xzf', archive, '-C', self.source, '--strip-components=1', '--exclude=*/mysql-test/*',
                   '--exclude=*/storage/rocksdb/rocksdb/*', '--wildcards', '*/include/*', '*/sql/*',
                   '*/storage/rocksdb/*', '*/libservices/*', '*/wsrep-lib/*'])

    def check_libraries(self):
        """Ends the script where a program lacks a library, as one does whose package is not in LIBRARIES."""
        programs = [os.path.join(self.root, 'usr', *path) for path in
                    (('sbin', 'mariadbd'), ('bin', 'mariadb'), ('bin', 'mariadb-test'), ('bin', 'sysbench'))]
        for program in [*programs, os.path.join(self.plugins, 'ha_rocksdb.so')]:
            shown = subprocess.run(['ldd', program], text=True, capture_output=True, env=self.environment())
            missing = re.findall(r'(\S+) => not found', shown.stdout)
            if missing:
                raise SystemExit(f'{os.path.basename(program)} needs {", ".join(missing)}: install what holds them')

    def use(self, plugin):
        """Puts it into the place of Debian's, never over a file that a process may have mapped."""
        target = os.path.join(self.plugins, 'ha_rocksdb.so')
        shutil.copy(plugin, target + '.new')
        os.replace(target + '.new', target)

    def environment(self):
        """That of a program which finds the unpacked libraries."""
        return dict(os.environ, LD_LIBRARY_PATH=self.library_path())

    def library_path(self):
        return ':'.join(sorted({os.path.dirname(found) for found in
                                glob.glob(os.path.join(self.root, '**', 'lib*.so*'), recursive=True)
                                if f'{os.sep}mysql{os.sep}' not in found}))


def edited_sources(server, name):
    """A copy of the plugin's sources that fits 10.6. A line that is not there as often as expected ends the script.

    It lies where the plugin lay, since its sources name the server's by relative paths."""
    copy = os.path.join(server.source, 'storage', name)
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(os.path.join(server.source, 'storage', 'rocksdb'), copy)
    for name, edits in EDITS.items():
        path = os.path.join(copy, name)
        with open(path, encoding='utf8') as source:
            text = source.read()
        for pattern, replacement, expected in edits:
            text, found = re.subn(pattern, replacement, text)
            if found != expected:
                raise SystemExit(f'{name}: {pattern} is there {found} times instead of {expected}')
        with open(path, 'w', encoding='utf8') as out:
            out.write(text)
    return copy


def generated_headers(server, work):
    folder = os.path.join(work, 'generated')
    os.makedirs(folder, exist_ok=True)
    for name in GENERATED:
        shutil.copy(os.path.join(server.root, 'usr', 'include', 'mariadb', 'server', name), folder)
    shutil.copy(os.path.join(server.source, 'include', 'probes_mysql_nodtrace.h.in'),
                os.path.join(folder, 'probes_mysql_nodtrace.h'))
    return folder


def digest(*inputs):
    """Of texts, and of all files of folders."""
    found = hashlib.sha256()
    for each in inputs:
        paths = sorted(path for path in glob.glob(os.path.join(each, '**'), recursive=True) if os.path.isfile(path))
        for path in paths:
            with open(path, 'rb') as source:
                found.update(source.read())
        if not paths:
            found.update(each.encode())
    return found.hexdigest()


def build(server, name, include, link):
    """NAME/ha_rocksdb.so on RocksDB's headers at `include`, as the last run left it if nothing has changed.

    `link`: what the linker gets."""
    embed.need('c++', 'cc')
    work = os.path.join(server.work, name)
    os.makedirs(work, exist_ok=True)
    plugin, stamp = os.path.join(work, 'ha_rocksdb.so'), os.path.join(work, 'inputs')
    inputs = digest(STAND_INS, include, repr([EDITS, COMMON_FLAGS, PLUGIN_FLAGS, link]))
    if os.path.exists(plugin) and os.path.exists(stamp):
        with open(stamp, encoding='utf8') as source:
            if source.read() == inputs:
                return plugin
    compile_plugin(server, name, include, link, plugin)
    with open(stamp, 'w', encoding='utf8') as out:
        out.write(inputs)
    return plugin


def compile_plugin(server, name, include, link, plugin):
    work = os.path.dirname(plugin)
    sources = edited_sources(server, name)
    lib = os.path.join(server.source, 'wsrep-lib')
    folders = [generated_headers(server, work), STAND_INS, include, os.path.join(server.source, 'include'),
               os.path.join(server.source, 'sql'), sources, os.path.join(lib, 'include'),
               os.path.join(lib, 'wsrep-API', 'v26')]
    launcher = ['ccache'] if shutil.which('ccache') else []
    flags = [*COMMON_FLAGS, *(f'-I{folder}' for folder in folders)]
    plugin_flags = [*flags, *PLUGIN_FLAGS, '-include', os.path.join(STAND_INS, 'compat.h')]

    def compile_one(path):
        target = os.path.join(work, os.path.splitext(os.path.basename(path))[0] + '.o')
        command = ['cc', *flags] if path.endswith('.c') else ['c++', *plugin_flags]
        embed.run([*launcher, *command, '-c', path, '-o', target])
        return target

    # Each service of the server is a pointer that the plugin brings along and the server sets.
    inputs = (glob.glob(os.path.join(sources, '*.cc')) +
              glob.glob(os.path.join(server.source, 'libservices', '*_service.c')))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compile_one, sorted(inputs)))
    embed.run(['c++', '-shared', '-o', plugin, *objects, *link])


def build_ours(server, prefix):
    return build(server, 'ours', prefix.include, [f'-L{prefix.lib}', '-lrocksdb', f'-Wl,-rpath,{prefix.lib}'])


def build_stock(server, folder):
    """The same on a static stock library, with the compression libraries that lie beside it."""
    archives = sorted(glob.glob(os.path.join(folder, 'lib', '*.a')))
    return build(server, 'stock', os.path.join(folder, 'include'),
                 ['-Wl,-Bsymbolic', '-Wl,--start-group', *archives, '-Wl,--end-group', '-Wl,--exclude-libs,ALL',
                  '-lpthread', '-ldl'])
