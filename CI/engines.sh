#!/usr/bin/env bash
# What scripts share that run the package on Spark, Dask and Ray; sourced by them in the root of the repository.
#
#   source CI/engines.sh
#   prepare_engines spark|engines
#
# installs what is missing, a Java runtime included, and sets these:
#
#   python    an interpreter that has Spark, or Dask and Ray
#   wheel     the built package, with the library that LIBCOMPASS names, or else a new one
#   site      a folder in which it is installed
#   scratch   a folder for more, which ends with the script
set -euo pipefail

# Those of Spark Connect as well.
readonly spark_packages=(pyspark grpcio grpcio-status googleapis-common-protos zstandard pyarrow pandas orjson)
readonly engine_packages=(dask ray orjson)

prepare_engines() {
    local name="$1" packages=("${engine_packages[@]}")
    if [[ "$name" == spark ]]; then packages=("${spark_packages[@]}"); fi
    CI/setup "$name" >&2
    python="$PWD/$(CI/setup-peers --into "$name" "${packages[@]}")"
    scratch="$(mktemp -d "${TMPDIR:-/tmp}/compass-$name.XXXXXX")"
    trap 'rm -rf "$scratch"' EXIT
    wheel="$(CI/build-wheel "$scratch/dist")"
    site="$scratch/site"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$site" "$wheel"
}

# run_spark FILE ARGUMENT…: runs a program of Tests/ClusterTests. Executors inherit the environment, in which they
# must not find the package.
run_spark() {
    env -u PYTHONPATH -u COMPASS_LIBRARY "$python" -W 'ignore:PySpark does not yet:FutureWarning' \
        "Tests/ClusterTests/$1" "$site" "${@:2}"
}
