"""Source packages of PyPI: built in a virtual environment of their own, tested by pytest."""
import glob
import os
import re
import shutil
import sys
import tarfile

import embed


class Venv:
    """A virtual environment with `tools` in it, and the unpacked source of a package."""

    def __init__(self, args, prefix, tools):
        self.work = args.work
        self.environment = prefix.environment()
        venv = os.path.join(self.work, 'venv')
        shutil.rmtree(venv, ignore_errors=True)
        embed.run([sys.executable, '-m', 'venv', venv])
        self.python = os.path.join(venv, 'bin', 'python')
        self.pip(['install', '-q', *tools])

    def pip(self, words):
        embed.run([self.python, '-m', 'pip', '--disable-pip-version-check', *words], env=self.environment)

    def unpack(self, name, version):
        """The source. pip asks the package for its needs, and a binding asks pkg-config for RocksDB's version."""
        self.pip(['download', '-q', '--no-deps', '--no-binary', ':all:', '--no-build-isolation', '-d', self.work,
                  f'{name}=={version}'])
        archive = glob.glob(os.path.join(self.work, f'*-{version}.tar.gz'))[0]
        source = archive[:-len('.tar.gz')]
        shutil.rmtree(source, ignore_errors=True)
        with tarfile.open(archive) as files:
            files.extractall(self.work)
        return source

    def run_tests(self, source, folder, **more):
        """[(file::class::test, verdict)] and the output of pytest."""
        output = embed.run([self.python, '-m', 'pytest', '-v', '-p', 'no:cacheprovider', folder], check=False,
                           cwd=source, env=dict(self.environment, **more))
        found = re.findall(r'^(?:\S+/)?(\w+\.py::\S+) (PASSED|FAILED|ERROR)', output, re.M)
        return found, output
