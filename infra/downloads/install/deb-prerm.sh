#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
  systemctl disable --now vigil-agent
fi
rm -f "${DPKG_ROOT:-}/etc/systemd/system/multi-user.target.wants/vigil-agent.service"
# What the agent has updated itself to.
rm -rf "${DPKG_ROOT:-}/opt/vigil-agent/versions"
