#!/usr/bin/env python3
"""The tests of the crate `oxigraph` 0.5.13 (crates.io) on this library: an RDF store over the C API and over C++.

Its own bindings (`oxrocksdb-sys`) find the library by pkg-config and reach through the handles of the C API to the
objects of C++.

usage: oxigraph.py --build DIR --work DIR
"""
import crates

# Benchmarks and tests of HTTP, and what only they take.
DROPPED = r'\[\[bench\]\]|\[target.*dev-dependencies\.(codspeed-criterion-compat|oxhttp)\]'

if __name__ == '__main__':
    crates.main(__doc__, 'oxigraph', '0.5.13', 40, ['--features', 'rocksdb-pkg-config,rdf-12'], change=(DROPPED, ''),
                rust='1.87', over_c=False)
