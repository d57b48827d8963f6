#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
# In an image that is being built no service runs.
[ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ -n "$2" ]; then
  systemctl try-restart vigil-agent
elif [ -e /etc/vigil-agent.env ]; then
  systemctl enable --now vigil-agent
else
  echo 'Connect this device with: vigil-agent-setup --server https://... --enrol-file FILE'
fi
