"""A data directory of Debian's MariaDB server with MyRocks, and the process that serves it."""
import os
import shutil
import subprocess
import tempfile
import time

import embed
import mariadb_plugin

# As durable as MyRocks gets: every commit is synced in the binlog and in the engine.
DURABLE = ['--log-bin=binlog', '--server-id=1', '--sync-binlog=1', '--binlog-format=ROW',
           '--rocksdb-flush-log-at-trx-commit=1']


def plugins(args):
    """The unpacked server and both plugins: Debian's, and the one built here on this library."""
    prefix = embed.Prefix(args)
    server = mariadb_plugin.Server(args.work)
    return server, server.stock_plugin, mariadb_plugin.build_ours(server, prefix)


class Database:
    def __init__(self, server, data, options=(), port=None):
        """`port`: where it listens at the loopback address; otherwise at its socket only."""
        self.server, self.data = server, data
        self.options = [*options, *([f'--port={port}', '--bind-address=127.0.0.1'] if port else ['--skip-networking'])]
        self.log = data + '.log'
        # A server deletes what looks like an older server's files. The path of a socket has at most 107 characters.
        self.temporary = tempfile.TemporaryDirectory(prefix='mariadb')
        self.socket = os.path.join(self.temporary.name, 'socket')
        self.plugins = data + '.plugins'
        self.process = None
        self.environment = server.environment()

    def use(self, plugin):
        """The plugin that is loaded from the next start on."""
        shutil.rmtree(self.plugins, ignore_errors=True)
        os.makedirs(self.plugins)
        shutil.copy(plugin, os.path.join(self.plugins, 'ha_rocksdb.so'))

    def program(self, *where):
        return os.path.join(self.server.root, 'usr', *where)

    def common(self):
        share = self.program('share', 'mysql')
        return ['--no-defaults', f'--datadir={self.data}', f'--tmpdir={self.temporary.name}', f'--lc-messages-dir={share}',
                f'--character-sets-dir={os.path.join(share, "charsets")}', f'--plugin-dir={self.plugins}',
                *(['--user=root'] if os.geteuid() == 0 else [])]

    def create(self, plugin):
        """A new directory with the server's own tables, and a database `test`. The server runs."""
        shutil.rmtree(self.data, ignore_errors=True)
        os.makedirs(os.path.join(self.data, 'mysql'))
        with open(self.log, 'w', encoding='utf8'):
            pass
        self.use(plugin)
        statements = ['use mysql;\n']
        for name in ('mysql_system_tables.sql', 'mysql_system_tables_data.sql'):
            with open(self.program('share', 'mysql', name), encoding='utf8') as source:
                statements.append(source.read())
        embed.run([self.program('sbin', 'mariadbd'), *self.common(), '--bootstrap', '--skip-networking',
                   '--default-storage-engine=MyISAM', '--enforce-storage-engine='],
                  input='\n'.join(statements), env=self.environment)
        self.start()
        self.sql('CREATE DATABASE IF NOT EXISTS test', None)

    def start(self):
        """Returns when the server answers, with what it logged meanwhile."""
        began = os.path.getsize(self.log)
        with open(self.log, 'a', encoding='utf8') as log:
            self.process = subprocess.Popen(
                [self.program('sbin', 'mariadbd'), *self.common(), f'--socket={self.socket}', '--skip-grant-tables',
                 '--plugin-load-add=ha_rocksdb.so', *self.options],
                stdout=log, stderr=log, env=self.environment)
        for _ in range(1800):
            if self.process.poll() is not None:
                break
            if subprocess.run(self.client('-e', 'SELECT 1'), capture_output=True,
                              env=self.environment).returncode == 0:
                return self.logged(began)
            time.sleep(0.1)
        raise SystemExit(f'the server does not start:\n{self.logged(began)[-6000:]}')

    def logged(self, began):
        with open(self.log, encoding='utf8', errors='replace') as log:
            log.seek(began)
            return log.read()

    def client(self, *arguments):
        return [self.program('bin', 'mariadb'), '--no-defaults', f'--socket={self.socket}', '--batch',
                '--skip-column-names', *arguments]

    def sql(self, statements, schema='test'):
        """What the statements return, as lines of columns with tabs between them."""
        done = subprocess.run(self.client(*([schema] if schema else [])), input=statements, text=True,
                              capture_output=True, env=self.environment)
        if done.returncode:
            raise SystemExit(f'{statements[:2000]}: {done.stderr}')
        return done.stdout

    def check_tables(self, tables):
        """Ends the script where CHECK TABLE finds fault with a table."""
        lines = self.sql(f'CHECK TABLE {", ".join(tables)}').splitlines()
        bad = [line for line in lines if line.split('\t')[2:] != ['status', 'OK']]
        if bad or len(lines) != len(tables):
            raise SystemExit('CHECK TABLE: ' + '; '.join(bad or lines))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        if self.process.wait(timeout=300):
            raise SystemExit(f'the server ended with {self.process.returncode}:\n{self.logged(0)[-6000:]}')

    def sysbench_script(self, name):
        return self.program('share', 'sysbench', name + '.lua')

    def sysbench(self, script, command, *arguments):
        return [self.program('bin', 'sysbench'), script, f'--mysql-socket={self.socket}', '--mysql-user=root',
                '--mysql-db=test', '--mysql-storage-engine=rocksdb', *arguments, command]

    def sysbench_environment(self, **more):
        """sysbench finds its packaged scripts in the unpacked package."""
        return dict(self.environment, LUA_PATH=self.program('share', 'sysbench', '?.lua'), **more)
