#!/bin/sh
# Installs the Vigil agent as a service of systemd:
#   sudo ./install.sh --server https://vigil.example.org --enrol-file FILE [--name NAME] [--allow-power] [--allow-install]
# --enrol-file FILE  the file that holds the token (- for the standard input), or VIGIL_ENROL; --enrol TOKEN shows it to other users
# --allow-install    allows the server to install and remove applications (VIGIL_ALLOW_INSTALL of the agent)
# --allow-plain-http allows a server without https (VIGIL_ALLOW_PLAIN_HTTP of the agent)
# --prefix DIR       where the program goes (/opt/vigil-agent): a folder that is empty, new, or that of an earlier agent
# --without-pictures leaves out the libraries that take pictures of the screen
# --no-service       only puts the files in place
# --remove           uninstalls the agent and deletes its settings and the device key; with --no-service only its files in --prefix
# --keep-key         leaves the device key in /var/lib/vigil-agent, so that a later installation is the same device
set -eu

PROGRAM=install
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
(cd "$HERE" && sha256sum --check --status SHA256SUMS) || {
  echo 'install: the files differ from their checksums: download the package again' >&2
  exit 1
}
. "$HERE/settings.sh"

PREFIX=/opt/vigil-agent PICTURES=1 SERVICE=1 REMOVE=0 KEEP_KEY=0
UNIT=/etc/systemd/system/vigil-agent.service

while [ $# -gt 0 ]; do
  take_option "$@"
  if [ "$TAKEN" = 0 ]; then
    TAKEN=1
    case "$1" in
      --prefix) needs_value $# "$1"; PREFIX=$2 TAKEN=2 ;;
      --without-pictures) PICTURES=0 ;;
      --no-service) SERVICE=0 ;;
      --remove) REMOVE=1 ;;
      --keep-key) KEEP_KEY=1 ;;
      *) fail "there is no option $1" ;;
    esac
  fi
  shift "$TAKEN"
done

[ "$SERVICE" = 0 ] || [ "$(id -u)" = 0 ] || fail 'run it as root (sudo), or with --no-service'

# What the installer and the updates of the agent put there; the program is the last that is deleted.
PARTS='node_modules versions node LICENSE.node package.json package-lock.json vigil-agent.mjs'

# A folder with files of others in it is neither filled nor emptied.
only_own_folder() {
  if [ -e "$PREFIX" ] && [ ! -e "$PREFIX/vigil-agent.mjs" ] && [ -n "$(ls -A "$PREFIX")" ]; then
    fail "$PREFIX holds other files and no Vigil agent: $1"
  fi
}

if [ "$REMOVE" = 1 ]; then
  only_own_folder 'nothing was removed'
  if [ "$SERVICE" = 1 ]; then
    systemctl disable --now vigil-agent 2>/dev/null || true
    rm -f "$UNIT" "$SETTINGS"
    systemctl daemon-reload
    [ "$KEEP_KEY" = 1 ] || rm -rf "$STATE"
  fi
  for part in $PARTS; do rm -rf "${PREFIX:?}/$part"; done
  [ ! -d "$PREFIX" ] || rmdir "$PREFIX" 2>/dev/null || echo "$PREFIX stays, because it holds other files."
  echo 'The Vigil agent is removed.'
  exit 0
fi

check_options
only_own_folder 'choose another --prefix'

# The service runs as root, so other users must not be able to replace the program, its runtime, or a folder above them. A group that may
# write is one of other users, unless it is that of root.
only_root_writes() {
  path=$1
  while [ "$path" != / ]; do
    if [ -e "$path" ] &&
      [ -n "$(find "$path" -maxdepth 0 \( ! -user 0 -o ! -type l \( -perm -0002 -o -perm -0020 ! -group 0 \) ! -perm -1000 \))" ]; then
      fail "$path can be changed by other users than root, and the service would run it as root: use a Node.js and a --prefix that belong to root"
    fi
    path=$(dirname -- "$path")
  done
}

NPM=
if [ -e "$HERE/node" ]; then
  NODE=$PREFIX/node
else
  NODE=$(command -v node) || fail 'Node.js @OLDEST_NODE@ or later is needed: https://nodejs.org'
  [ "$("$NODE" -p 'Number.parseInt(process.versions.node)')" -ge @OLDEST_NODE@ ] ||
    fail "Node.js $("$NODE" --version) is too old: @OLDEST_NODE@ or later is needed"
  [ "$SERVICE" = 0 ] || { only_root_writes "$NODE"; only_root_writes "$(readlink -f "$NODE")"; }
  # The one that came with this Node.js: another of this name could be of anyone.
  NPM=$(dirname -- "$(readlink -f "$NODE")")/npm
  [ -e "$NPM" ] || NPM=$(command -v npm) || NPM=
  if [ "$SERVICE" = 1 ] && [ "$PICTURES" = 1 ] && [ -n "$NPM" ]; then
    only_root_writes "$NPM"
    only_root_writes "$(readlink -f "$NPM")"
  fi
fi
[ "$SERVICE" = 0 ] || only_root_writes "$(dirname -- "$(readlink -f "$PREFIX")")"
[ "$SERVICE" = 0 ] || command -v systemctl >/dev/null || fail 'there is no systemd here: use --no-service'

mkdir -p "$PREFIX"
# Of an earlier version, whose program may be running: its files are replaced, not written to.
rm -rf "$PREFIX/node_modules" "$PREFIX/node"
for part in vigil-agent.mjs package.json package-lock.json node LICENSE.node; do
  [ ! -e "$HERE/$part" ] || cp "$HERE/$part" "$PREFIX/"
done
if [ "$PICTURES" = 1 ] && [ -d "$HERE/node_modules" ]; then
  cp -R "$HERE/node_modules" "$PREFIX/"
elif [ "$PICTURES" = 1 ]; then
  ([ -n "$NPM" ] && cd "$PREFIX" && "$NPM" ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error) ||
    echo 'install: the libraries for pictures could not be fetched; the agent works without pictures' >&2
fi

if [ "$SERVICE" = 0 ]; then
  echo "Start it with: VIGIL_ENROL=TOKEN $NODE $PREFIX/vigil-agent.mjs --server $SERVER"
  exit 0
fi
chown root:root "$PREFIX"
chmod u=rwX,go=rX "$PREFIX"
for part in $PARTS; do
  [ ! -e "$PREFIX/$part" ] || { chown -R root:root "$PREFIX/$part" && chmod -R u=rwX,go=rX "$PREFIX/$part"; }
done

write_settings "$SETTINGS"
replacement() { printf '%s' "$1" | sed 's/[\\&|]/\\&/g'; }
sed -e "s|@NODE@|$(replacement "$NODE")|" -e "s|@PREFIX@|$(replacement "$PREFIX")|g" \
  "$HERE/vigil-agent.service" >"$UNIT"
start_service
