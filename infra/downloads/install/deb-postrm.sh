#!/bin/sh
set -e
if [ "$1" = purge ]; then
  # The last one is of the installer in the .tar.gz, which may have been used before.
  rm -rf "${DPKG_ROOT:-}/var/lib/vigil-agent" "${DPKG_ROOT:-}/etc/vigil-agent.env" "${DPKG_ROOT:-}/etc/systemd/system/vigil-agent.service"
fi
if [ "$1" = remove ] || [ "$1" = purge ]; then
  if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
