#!/bin/sh
# Installs the Vigil agent for the person who is signed in: only there is a screen to show.
#   ./install.sh --server https://vigil.example.org --enrol-file FILE [--name NAME] [--allow-power] [--allow-install]
# --enrol-file FILE  the file that holds the token (- for the standard input), or VIGIL_ENROL; --enrol TOKEN shows it to other users
# --allow-install    allows the server to install and remove applications (VIGIL_ALLOW_INSTALL of the agent)
# --allow-plain-http allows a server without https (VIGIL_ALLOW_PLAIN_HTTP of the agent)
# --prefix DIR       where the program goes (~/Library/Application Support/Vigil Agent/app): a folder that is empty, new, or that of an
#                    earlier agent
# --without-pictures leaves out the libraries that take pictures of the screen
# --no-service       only puts the files in place
# --remove           uninstalls the agent and deletes its settings, its log and the device key; with --no-service only its files in --prefix
# --keep-key         leaves the device key, so that a later installation is the same device
# macOS asks once for the permission "Screen Recording".
set -eu

SERVER='' ENROL=${VIGIL_ENROL:-} NAME='' POWER=0 INSTALL=0 PLAIN=0 PICTURES=1 SERVICE=1 REMOVE=0 KEEP_KEY=0
STATE="$HOME/Library/Application Support/Vigil Agent"
PREFIX="$STATE/app"
PLIST="$HOME/Library/LaunchAgents/vigil.agent.plist"
LOG="$HOME/Library/Logs/vigil-agent.log"

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
    --allow-install) INSTALL=1 ;;
    --allow-plain-http) PLAIN=1 ;;
    --without-pictures) PICTURES=0 ;;
    --no-service) SERVICE=0 ;;
    --remove) REMOVE=1 ;;
    --keep-key) KEEP_KEY=1 ;;
    *) fail "there is no option $1" ;;
  esac
  shift
done

[ "$SERVICE" = 0 ] || [ "$(id -u)" != 0 ] || fail 'run it without sudo, as the person whose screen is shown'

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
    launchctl bootout "gui/$(id -u)/vigil.agent" 2>/dev/null || true
    rm -f "$PLIST" "$LOG"
    [ "$KEEP_KEY" = 1 ] || rm -rf "$STATE"
  fi
  for part in $PARTS; do rm -rf "${PREFIX:?}/$part"; done
  [ ! -d "$PREFIX" ] || rmdir "$PREFIX" 2>/dev/null || echo "$PREFIX stays, because it holds other files."
  echo 'The Vigil agent is removed.'
  exit 0
fi

[ -n "$SERVER" ] || fail '--server is missing'
[ -n "$ENROL" ] || fail '--enrol, --enrol-file or VIGIL_ENROL is missing'
only_own_folder 'choose another --prefix'
NODE=$(command -v node) || fail 'Node.js @OLDEST_NODE@ or later is needed: https://nodejs.org'
[ "$("$NODE" -p 'Number.parseInt(process.versions.node)')" -ge @OLDEST_NODE@ ] ||
  fail "Node.js $("$NODE" --version) is too old: @OLDEST_NODE@ or later is needed"

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
(cd "$HERE" && shasum -a 256 --check --status SHA256SUMS) ||
  fail 'the files differ from their checksums: download the package again'
mkdir -p "$PREFIX"
cp "$HERE/vigil-agent.mjs" "$HERE/package.json" "$HERE/package-lock.json" "$PREFIX/"
if [ "$PICTURES" = 1 ]; then
  (cd "$PREFIX" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error) ||
    echo 'install: the libraries for pictures could not be fetched; the agent works without pictures' >&2
fi

if [ "$SERVICE" = 0 ]; then
  echo "Start it with: VIGIL_ENROL=TOKEN $NODE \"$PREFIX/vigil-agent.mjs\" --server $SERVER"
  exit 0
fi

escaped() { printf '%s' "$1" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'; }
setting() { [ -z "$2" ] || printf '      <key>%s</key><string>%s</string>\n' "$1" "$(escaped "$2")"; }
mkdir -p "$HOME/Library/LaunchAgents" "$HOME/Library/Logs"
# A file that is there keeps the rights that it has.
rm -f "$PLIST"
(
  umask 077
  : >>"$LOG"
  chmod 600 "$LOG"
  cat >"$PLIST" <<PLIST
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key><string>vigil.agent</string>
    <key>WorkingDirectory</key><string>$(escaped "$PREFIX")</string>
    <key>ProgramArguments</key>
    <array>
      <string>$(escaped "$NODE")</string>
      <string>$(escaped "$PREFIX")/vigil-agent.mjs</string>
      <string>--supervised</string>
    </array>
    <key>EnvironmentVariables</key>
    <dict>
$(setting VIGIL_SERVER "$SERVER")
$(setting VIGIL_ENROL "$ENROL")
$(setting VIGIL_NAME "$NAME")
$(setting VIGIL_ALLOW_POWER "$POWER")
$(setting VIGIL_ALLOW_INSTALL "$INSTALL")
$(setting VIGIL_ALLOW_PLAIN_HTTP "$PLAIN")
    </dict>
    <key>RunAtLoad</key><true/>
    <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
    <key>ThrottleInterval</key><integer>10</integer>
    <key>Umask</key><integer>63</integer>
    <key>StandardOutPath</key><string>$(escaped "$LOG")</string>
    <key>StandardErrorPath</key><string>$(escaped "$LOG")</string>
  </dict>
</plist>
PLIST
)
launchctl bootout "gui/$(id -u)/vigil.agent" 2>/dev/null || true
launchctl bootstrap "gui/$(id -u)" "$PLIST"
echo "The Vigil agent runs; what it says is in $LOG."
