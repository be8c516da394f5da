#!/bin/sh
# A point of the curve of the network: sh ai/training/network/curve.sh GAMES WORK [PYTHON] [PAIRS]
# 17,000 games are a million positions, a quarter of an hour of a core. WORK keeps everything: more games go on.
set -eu
games=$1 work=$2 python=${3:-python3} pairs=${4:-100}
export NW_WIDTH=16 NW_HIDDEN=8 NW_BANDS=0,22,36 NW_CORNER=1
# Kernels with and without the network, or of another size, are compiled apart.
cache=$work/cache
XDG_CACHE_HOME=$cache-off $python -m ai.training positions --games "$games" --work "$work"
XDG_CACHE_HOME=$cache-off $python -m ai.training walks --files "${WALKS:-28}" --work "$work"
XDG_CACHE_HOME=$cache-off $python -m ai.training learn --passes 3 --rate 30 --work "$work" --to "$work/learned.bin"
export XDG_CACHE_HOME=$cache-on
NULLWINDOW_NETWORK=$work/learned.bin $python -m ai.training tune --what tempo --work "$work" --to "$work/tempo.bin"
NULLWINDOW_NETWORK=$work/tempo.bin $python -m ai.training tune --what calibrate --work "$work" --to "$work/network.bin"
XDG_CACHE_HOME=$cache $python -m benchmarks.duel "$work/network.bin" --depth 8 --pairs "$pairs" --file "$work/depth-$games.jsonl"
XDG_CACHE_HOME=$cache $python -m benchmarks.duel "$work/network.bin" --seconds 0.1 --pairs "$pairs" --file "$work/time-$games.jsonl"
