import { appendToPartitionStream } from '@vigil/shared/platform/redis/stream';
import type { GatewayContext } from '../core.ts';
import { agentEvents } from '../sockets/sockets.ts';

/**
 * Tells agents of the remote sessions of their devices. What they report of them is acknowledged once it is on the
 * durable stream; an agent keeps it until then.
 */
export function relayRemoteSessionMessages({ deps: { redis }, hooks, agents }: GatewayContext): void {
  const { up } = agentEvents;
  hooks.message.add((_fleet, message) => {
    if (message.t === 'remote_session') agents.get(message.device_pk)?.emit('session', message.session);
    else if (message.t === 'remote_session_warning' && message.device_pk !== null) {
      agents.get(message.device_pk)?.emit('session_warning', message.warning);
    } else if (message.t === 'remote_session_cut' && message.device_pk !== null) {
      agents.get(message.device_pk)?.emit('session_cut', message.cut);
    }
  });
  hooks.agentConnected.add(({ socket, on }) => {
    const { company, device } = socket.data;
    on(up.remoteSessionState, async (report) => {
      await appendToPartitionStream(redis, { company, kind: 'remote_state', data: { device, report } });
      return { ok: true };
    });
    on(up.fileTransferred, async (file) => {
      await appendToPartitionStream(redis, { company, kind: 'file_transferred', data: { device, file } });
      return { ok: true };
    });
    on(up.actionReported, async (action) => {
      await appendToPartitionStream(redis, { company, kind: 'action_reported', data: { device, action } });
      return { ok: true };
    });
  });
}
