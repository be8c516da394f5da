#!/bin/sh
# Trains assets/weights.bin from scratch: sh ai/training/all.sh ~/wthor
# docs/training.md explains each step. After a stop, the same command resumes the work.
set -e
python -m ai.training fit --zeros --to build/training/zeros.bin
python -m ai.training games wthor "$1" --solve 16 --weights build/training/zeros.bin
python -m ai.training dataset
python -m ai.training fit --to build/training/first.bin
python -m ai.training games play --count 280000 --solve 16 --weights build/training/first.bin
python -m ai.training dataset
python -m ai.training fit --from build/training/first.bin --to assets/weights.bin
python -m ai.training tempo
python -m ai.training calibrate
python -m ai.training expect
