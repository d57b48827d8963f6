# $1 is the number of versions that stay: an update keeps the service.
[ "$1" = 0 ] || exit 0
if [ -d /run/systemd/system ]; then systemctl disable --now vigil-agent; fi
rm -f /etc/systemd/system/multi-user.target.wants/vigil-agent.service
# What the agent has updated itself to.
rm -rf "/opt/vigil-agent/versions"
