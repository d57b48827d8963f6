import type { DevicePk } from '@vigil/shared/contract/ids';
import { agentSettingsOf } from '@vigil/shared/platform/fleet/agent-settings';
import type { KeyRing } from '@vigil/shared/platform/key-ring';
import type { GatewayContext } from '../core.ts';
import type { AgentSocket } from '../sockets/sockets.ts';

/** The ids of the command keys that agents should have. A ring of an older version names none to gateways. */
function validKeysOf({ command }: KeyRing): { command_keys?: string[] } {
  const command_keys = command.filter((key) => key.retired_at === undefined).map(({ kid }) => kid);
  return command_keys.length > 0 ? { command_keys } : {};
}

/** Sends agents their settings: on connect, and again when a change of the fleet has raised their version. */
export function startSettingsSender({ deps: { now }, hooks, agents, fleets, keyRing }: GatewayContext): void {
  const validKeys = validKeysOf(keyRing);
  const send = (socket: AgentSocket): void => {
    const { company, device } = socket.data;
    const fleet = fleets.known(company);
    const settings = fleet && agentSettingsOf(fleet.index, device);
    if (!settings || socket.data.settingsVersion === settings.version) return;
    socket.data.settingsVersion = settings.version;
    socket.emit('settings', { ...settings, server_time: now(), ...validKeys });
  };

  const sendTo = (devices: Iterable<DevicePk>) => {
    for (const device of devices) {
      const socket = agents.get(device);
      if (socket) send(socket);
    }
  };

  hooks.agentConnected.add(({ socket }) => send(socket));
  hooks.applied.add(({ company }, message) => {
    if (message.t === 'devices_moved' || message.t === 'devices_changed') sendTo(message.pks);
    else if (message.t === 'device_changed') sendTo([message.device_pk]);
    else if (message.t === 'settings_changed' || message.t === 'group_changed') sendTo(agents.devicesOf(company));
  });
  hooks.loaded.add(({ company }) => sendTo(agents.devicesOf(company)));
}
