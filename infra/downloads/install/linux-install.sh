#!/bin/sh
# Installs the Vigil agent as a service of systemd:
#   sudo ./install.sh --server https://vigil.example.org --enrol TOKEN [--name NAME] [--allow-power]
# --enrol-file FILE  the file that holds the token, or VIGIL_ENROL, where other users may see the list of processes
# --allow-plain-http allows a server without https (VIGIL_ALLOW_PLAIN_HTTP of the agent)
# --prefix DIR       where the program goes (/opt/vigil-agent)
# --without-pictures leaves out the libraries that take pictures of the screen
# --no-service       only puts the files in place
# --remove           uninstalls the agent, but keeps the device key in /var/lib/vigil-agent
set -eu

SERVER='' ENROL=${VIGIL_ENROL:-} NAME='' POWER=0 PLAIN=0 PREFIX=/opt/vigil-agent PICTURES=1 SERVICE=1 REMOVE=0
UNIT=/etc/systemd/system/vigil-agent.service
SETTINGS=/etc/vigil-agent.env

fail() { printf 'install: %s\n' "$1" >&2; exit 1; }

while [ $# -gt 0 ]; do
  case "$1" in
    --server|--enrol|--enrol-file|--name|--prefix) [ $# -ge 2 ] || fail "$1 needs a value" ;;
  esac
  case "$1" in
    --server) SERVER=$2; shift ;;
    --enrol) ENROL=$2; shift ;;
    --enrol-file) ENROL=$(cat "$2") || fail "$2 cannot be read"; shift ;;
    --name) NAME=$2; shift ;;
    --prefix) PREFIX=$2; shift ;;
    --allow-power) POWER=1 ;;
    --allow-plain-http) PLAIN=1 ;;
    --without-pictures) PICTURES=0 ;;
    --no-service) SERVICE=0 ;;
    --remove) REMOVE=1 ;;
    *) fail "there is no option $1" ;;
  esac
  shift
done

[ "$SERVICE" = 0 ] || [ "$(id -u)" = 0 ] || fail 'run it as root (sudo), or with --no-service'

if [ "$REMOVE" = 1 ]; then
  if [ "$SERVICE" = 1 ]; then
    systemctl disable --now vigil-agent 2>/dev/null || true
    rm -f "$UNIT" "$SETTINGS"
    systemctl daemon-reload
  fi
  rm -rf "$PREFIX"
  echo 'The Vigil agent is removed.'
  exit 0
fi

[ -n "$SERVER" ] || fail '--server is missing'
[ -n "$ENROL" ] || fail '--enrol, --enrol-file or VIGIL_ENROL is missing'
NODE=$(command -v node) || fail 'Node.js @OLDEST_NODE@ or later is needed: https://nodejs.org'
[ "$("$NODE" -p 'Number.parseInt(process.versions.node)')" -ge @OLDEST_NODE@ ] ||
  fail "Node.js $("$NODE" --version) is too old: @OLDEST_NODE@ or later is needed"

# The service runs as root, so other users must not be able to replace the program, its runtime, or a folder above them.
only_root_writes() {
  path=$1
  while [ "$path" != / ]; do
    if [ -e "$path" ] && [ -n "$(find "$path" -maxdepth 0 \( ! -user 0 -o -perm -0002 ! -perm -1000 ! -type l \))" ]; then
      fail "$path can be changed by other users than root, and the service would run it as root: use a Node.js and a --prefix that belong to root"
    fi
    path=$(dirname -- "$path")
  done
}
if [ "$SERVICE" = 1 ]; then
  only_root_writes "$NODE"
  only_root_writes "$(readlink -f "$NODE")"
  only_root_writes "$(dirname -- "$(readlink -f "$PREFIX")")"
fi

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
(cd "$HERE" && sha256sum --check --status SHA256SUMS) ||
  fail 'the files differ from their checksums: download the package again'
mkdir -p "$PREFIX"
cp "$HERE/vigil-agent.mjs" "$HERE/package.json" "$HERE/package-lock.json" "$PREFIX/"
if [ "$PICTURES" = 1 ]; then
  (cd "$PREFIX" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error) ||
    echo 'install: the libraries for pictures could not be fetched; the agent works without pictures' >&2
fi

if [ "$SERVICE" = 1 ]; then
  chown -R root:root "$PREFIX"
  chmod -R u=rwX,go=rX "$PREFIX"
fi

if [ "$SERVICE" = 0 ]; then
  echo "Start it with: $NODE $PREFIX/vigil-agent.mjs --server $SERVER --enrol TOKEN"
  exit 0
fi
command -v systemctl >/dev/null || fail 'there is no systemd here: use --no-service'

# Values are quoted as systemd reads them.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }
(
  umask 077
  {
    # Not echo, which some shells let read backslashes.
    printf 'VIGIL_SERVER=%s\n' "$(quoted "$SERVER")"
    printf 'VIGIL_ENROL=%s\n' "$(quoted "$ENROL")"
    printf 'VIGIL_ALLOW_POWER=%s\n' "$POWER"
    printf 'VIGIL_ALLOW_PLAIN_HTTP=%s\n' "$PLAIN"
    [ -z "$NAME" ] || printf 'VIGIL_NAME=%s\n' "$(quoted "$NAME")"
    printf '# Set DISPLAY=:0 and the XAUTHORITY=... of the signed-in user to capture that screen.\n'
  } >"$SETTINGS"
)
cat >"$UNIT" <<UNIT
[Unit]
Description=Vigil agent
Wants=network-online.target
After=network-online.target

[Service]
EnvironmentFile=-$SETTINGS
WorkingDirectory=$PREFIX
ExecStart=$NODE $PREFIX/vigil-agent.mjs --supervised --state /var/lib/vigil-agent
StateDirectory=vigil-agent
StateDirectoryMode=0700
# 75 asks to be started again; 3 means that another agent took over, which a restart would only undo.
Restart=on-failure
RestartSec=5
RestartForceExitStatus=75
RestartPreventExitStatus=3
KillSignal=SIGTERM
TimeoutStopSec=10
NoNewPrivileges=true
ProtectSystem=full
ProtectHome=read-only

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable vigil-agent
systemctl restart vigil-agent
echo 'The Vigil agent runs. systemctl status vigil-agent says how it is.'
