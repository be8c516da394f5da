#!/bin/sh
# Tells the desktop of this user where Nullwindow lies: a menu entry, its icon, the games it opens, and a manual page.
# `./install.sh` does, `./install.sh --remove` takes it back. Nothing else is copied.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
usage='Usage: install.sh [--remove]'
case "$# ${1:-}" in
    '0 ' | '1 --remove') ;;
    '1 --help' | '1 -h') echo "$usage"; exit ;;
    *) echo "$usage" >&2; exit 2 ;;
esac
case ${XDG_DATA_HOME:-} in
    /*) data=$XDG_DATA_HOME ;;
    *) data=$HOME/.local/share ;;  # a relative one is to be ignored
esac

cd "$here/share"
find . -type f | while read -r file; do
    if [ "${1:-}" = --remove ]; then
        rm -f "$data/$file"
    else
        mkdir -p "$data/$(dirname "$file")"
        cp "$file" "$data/$file"
    fi
done

entry=$data/applications/nullwindow.desktop
if [ -f "$entry" ]; then
    # In an entry a name with blanks is quoted, and `"`, `$`, `\` and "`" in it have a backslash, which the entry
    # itself writes as two; a per cent sign is two.
    program=$(printf '%s' "$here/Nullwindow" | sed 's/\\/\\\\\\\\/g; s/["`$]/\\\\&/g; s/%/%%/g')
    # ... and for sed, into whose replacement it goes, once more.
    program=$(printf '%s' "$program" | sed 's/[&|\\]/\\&/g')
    sed -i "s|@PROGRAM@|\"$program\"|" "$entry"
fi
for refresh in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    tool=${refresh%% *}
    if command -v "$tool" > /dev/null; then
        "$tool" "${refresh#* }" || true
    fi
done
