#!/usr/bin/env python3
"""balboa-backend-rocksdb (Debian), its unmodified program on this library under stock's file name.

The program was linked with RocksDB 7.8. It must find each symbol, open a database, answer, and open it again.

usage: balboa.py --build DIR --work DIR [--stock]
"""
import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import time

import embed

PACKAGES = ['balboa-backend-rocksdb', 'balboa-backend-common']


def unpack(work):
    """The program, without being installed."""
    root = os.path.join(work, 'root')
    shutil.rmtree(root, ignore_errors=True)
    for package in PACKAGES:
        embed.run(['apt-get', 'download', package], cwd=work)
        for archive in glob.glob(os.path.join(work, package + '_*.deb')):
            embed.run(['dpkg-deb', '-x', archive, root])
    return os.path.join(root, 'usr', 'bin')


def answers(port):
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(('127.0.0.1', port)) == 0:
                return True
        time.sleep(0.1)
    return False


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def main():
    args = embed.parse(__doc__)
    embed.need('apt-get', 'dpkg-deb', 'readelf')
    prefix = embed.Prefix(args)
    bin_dir = unpack(args.work)
    program = os.path.join(bin_dir, 'balboa-rocksdb')
    wanted = re.search(r'librocksdb\.so\.[\d.]+', embed.run(['readelf', '-d', program])).group(0)
    shutil.copy(os.path.join(prefix.lib, 'librocksdb.so'), os.path.join(prefix.lib, wanted))
    database = os.path.join(args.work, 'database')
    shutil.rmtree(database, ignore_errors=True)
    environment = prefix.environment(LD_BIND_NOW='1')
    passed, failed, output = [], [], ''

    def check(name, ok):
        (passed if ok else failed).append(name)

    # The second run opens what the first one left.
    for turn in ('makes', 'opens'):
        port = free_port()
        with subprocess.Popen([program, '-d', database, '-p', str(port), '-v'], env=environment, text=True,
                              errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
            check(f'{turn}-a-database-and-listens', answers(port))
            dump = subprocess.run([os.path.join(bin_dir, 'balboa-backend-console'), 'dump', '-h', '127.0.0.1', '-p',
                                   str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
            check(f'{turn}-a-database-and-dumps-it', dump.returncode == 0)
            server.send_signal(signal.SIGTERM)
            try:
                output += server.communicate(timeout=60)[0] + dump.stdout.decode(errors='replace')
                # It leaves SIGTERM to the system, on stock as well.
                check(f'{turn}-a-database-and-ends', server.returncode in (0, -signal.SIGTERM))
            except subprocess.TimeoutExpired:
                server.kill()
                check(f'{turn}-a-database-and-ends', False)
    check('leaves-a-database', os.path.exists(os.path.join(database, 'CURRENT')))
    embed.judge(args, 'balboa', passed, failed, 5, output)


if __name__ == '__main__':
    main()
