#!/bin/sh
# Connects this device to a server, once the package vigil-agent is installed:
#   printf %s TOKEN | sudo vigil-agent-setup --server https://vigil.example.org --enrol-file - [--name NAME] [--allow-power] [--allow-install]
# --enrol-file FILE  the file that holds the token (- for the standard input); --enrol TOKEN and VIGIL_ENROL work as well, but other users
#                    may see the list of processes
# --allow-install    allows the server to install and remove applications (VIGIL_ALLOW_INSTALL of the agent)
# --allow-plain-http allows a server without https (VIGIL_ALLOW_PLAIN_HTTP of the agent)
# --root DIR         writes the settings into the system that lies in DIR, such as the image of a device, and starts nothing
set -eu

PROGRAM=vigil-agent-setup
. "$(dirname -- "$(readlink -f "$0")")/settings.sh"

ROOT=''
while [ $# -gt 0 ]; do
  take_option "$@"
  if [ "$TAKEN" = 0 ]; then
    [ "$1" = --root ] || fail "there is no option $1"
    needs_value $# "$1"
    ROOT=$2 TAKEN=2
  fi
  shift "$TAKEN"
done
check_options

[ "$(id -u)" = 0 ] || fail 'run it as root (sudo)'
mkdir -p "$ROOT/etc"
write_settings "$ROOT$SETTINGS"
if [ -n "$ROOT" ]; then
  wants=$ROOT/etc/systemd/system/multi-user.target.wants
  mkdir -p "$wants"
  ln -sf /usr/lib/systemd/system/vigil-agent.service "$wants/vigil-agent.service"
  echo "The Vigil agent starts with the system in $ROOT."
  exit 0
fi
command -v systemctl >/dev/null || fail 'there is no systemd here'
start_service
