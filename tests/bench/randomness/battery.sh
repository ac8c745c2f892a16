#!/bin/sh
# Repeat the measurements of docs/randomness.md. Needs gcc and dieharder (Debian: apt-get install gcc dieharder).
#
#   tests/bench/randomness/battery.sh [folder for the reports]
#
# Runs for hours on one core; a report that is already complete is kept, so it may be stopped and resumed.
# At each report's end is a line `finished`; the summary counts PASSED, WEAK and FAILED and names the last two.
# Of a perfect generator's results one in a hundred is WEAK: run such a test again with another seed, e.g.
#   ./stream words 2 | dieharder -d 201 -n 5 -g 200
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-randomness-reports}
mkdir -p "$out"
gcc -O2 -std=c11 -o "$out/stream" "$here/stream.c" -lm

report() { # name of the report, what writes it
    file="$out/$1.txt"
    shift
    grep -qs '^finished$' "$file" || { "$@" && echo finished; } > "$file"
}

dieharder_of() { # arguments of stream
    "$out/stream" "$@" | dieharder -a -g 200
}

report words dieharder_of words 1          # one seed's words
report seeds dieharder_of seeds 0 1        # the first word of seeds 0, 1, 2 ...
report sparse dieharder_of sparse 2        # the first two words of seeds with few bits set
report spacings "$out/stream" spacings 1 64          # the test that linear generators fail
report seedspacings "$out/stream" seedspacings 0 64
report shuffles "$out/stream" shuffles 1 20000000
report fresh "$out/stream" fresh 0 20000000

for file in words seeds sparse spacings seedspacings shuffles fresh; do
    awk -v name="$file" '
        /PASSED/ { passed++ }
        /WEAK/ { weak++; odd = odd "\n    " $0 }
        /FAILED/ { failed++; odd = odd "\n    " $0 }
        END { printf "%-12s %3d PASSED, %d WEAK, %d FAILED%s\n", name, passed, weak, failed, odd }
    ' "$out/$file.txt"
done
