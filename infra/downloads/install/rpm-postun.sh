# rpm has no step that keeps the settings, so a removal deletes them and the key of the device too.
[ "$1" = 0 ] || exit 0
rm -rf /var/lib/vigil-agent /etc/vigil-agent.env /etc/systemd/system/vigil-agent.service
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
