# $1 is the number of installed versions, this one included.
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
if [ "$1" -gt 1 ]; then
  systemctl try-restart vigil-agent
elif [ -e /etc/vigil-agent.env ]; then
  systemctl enable --now vigil-agent
else
  echo 'Connect this device with: vigil-agent-setup --server https://... --enrol-file FILE'
fi
