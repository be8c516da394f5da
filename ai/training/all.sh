#!/bin/sh
# Makes assets/weights.bin from nothing: sh ai/training/all.sh ~/wthor
# docs/training.md says what each step does. The same command goes on where it was stopped.
set -e
python -m ai.training fit --zeros --to build/training/weights.bin
python -m ai.training games wthor "$1" --solve 16 --weights build/training/weights.bin
python -m ai.training dataset build/training/wthor.games --work build/training/first
python -m ai.training fit --work build/training/first --to build/training/weights.bin
python -m ai.training games play --wthor "$1" --depth 2 --solve 14 --count 90000 --seed 1000000 --weights build/training/weights.bin
python -m ai.training games play --wthor "$1" --depth 6 --solve 16 --count 70000 --seed 1 --weights build/training/weights.bin
python -m ai.training dataset
python -m ai.training fit --to build/training/second.bin
python -m ai.training games play --strong --depth 4 --solve 14 --count 280000 --seed 1 --weights build/training/second.bin --work build/training/strong
python -m ai.training dataset --work build/training/strong
python -m ai.training fit --from build/training/second.bin --to assets/weights.bin --work build/training/strong
python -m ai.training tempo --work build/training/strong
python -m ai.training calibrate --work build/training/strong
python -m ai.training expect --work build/training/strong
