#!/bin/sh
# `./install.sh` adds Nullwindow to this user's desktop: menu entry, icon, types of files it opens, manual page.
# `./install.sh --remove` removes them. The program itself stays in this folder.
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
    *) data=$HOME/.local/share ;;  # a relative path must be ignored
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
    # The entry quotes the path. A backslash escapes `"`, `$`, `\` and "`", and is doubled in turn, like every
    # backslash in an entry; `%` is doubled.
    program=$(printf '%s' "$here/Nullwindow" | sed 's/\\/\\\\\\\\/g; s/["`$]/\\\\&/g; s/%/%%/g')
    # Escapes it again, for the replacement of sed.
    program=$(printf '%s' "$program" | sed 's/[&|\\]/\\&/g')
    sed -i "s|@PROGRAM@|\"$program\"|" "$entry"
fi
for refresh in "update-desktop-database $data/applications" "update-mime-database $data/mime"; do
    tool=${refresh%% *}
    if command -v "$tool" > /dev/null; then
        "$tool" "${refresh#* }" || true
    fi
done
