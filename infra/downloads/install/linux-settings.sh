# The agent's options, settings and service, for the scripts that set PROGRAM to their name and read this with `.`.
SERVER='' ENROL=${VIGIL_ENROL:-} NAME='' POWER=0 INSTALL=0 PLAIN=0
SETTINGS=/etc/vigil-agent.env
STATE=/var/lib/vigil-agent

fail() { printf '%s: %s\n' "$PROGRAM" "$1" >&2; exit 1; }

needs_value() { [ "$1" -ge 2 ] || fail "$2 needs a value"; }

# Reads one option of the agent. TAKEN becomes the number of arguments that it has, 0 when it is none of them.
take_option() {
  TAKEN=2
  case "$1" in
    --server) needs_value $# "$1"; SERVER=$2 ;;
    --enrol) needs_value $# "$1"; ENROL=$2 ;;
    --enrol-file) needs_value $# "$1"; ENROL=$(cat "$2") || fail "$2 cannot be read" ;;
    --name) needs_value $# "$1"; NAME=$2 ;;
    --allow-power) POWER=1 TAKEN=1 ;;
    --allow-install) INSTALL=1 TAKEN=1 ;;
    --allow-plain-http) PLAIN=1 TAKEN=1 ;;
    *) TAKEN=0 ;;
  esac
}

check_options() {
  [ -n "$SERVER" ] || fail '--server is missing'
  [ -n "$ENROL" ] || fail '--enrol, --enrol-file or VIGIL_ENROL is missing'
}

# Values are quoted as systemd reads them.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

# Only root can read the token in it.
write_settings() {
  file=$1
  rm -f "$file"
  (
    umask 077
    {
      # Not echo, which interprets backslashes in some shells.
      printf 'VIGIL_SERVER=%s\n' "$(quoted "$SERVER")"
      printf 'VIGIL_ENROL=%s\n' "$(quoted "$ENROL")"
      printf 'VIGIL_ALLOW_POWER=%s\n' "$POWER"
      printf 'VIGIL_ALLOW_INSTALL=%s\n' "$INSTALL"
      printf 'VIGIL_ALLOW_PLAIN_HTTP=%s\n' "$PLAIN"
      [ -z "$NAME" ] || printf 'VIGIL_NAME=%s\n' "$(quoted "$NAME")"
      printf '# Set DISPLAY=:0 and the XAUTHORITY=... of the signed-in user to capture that screen.\n'
    } >"$file"
  )
}

start_service() {
  systemctl daemon-reload
  systemctl enable vigil-agent
  systemctl restart vigil-agent
  echo 'The Vigil agent runs. systemctl status vigil-agent shows its state.'
}
