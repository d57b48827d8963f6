import type { PayloadOf } from '@vigil/shared/contract/event';
import type { agentUp } from '@vigil/shared/contract/events/agent-up';
import type { AgentCore } from './agents.ts';
import type { AgentContext } from './context.ts';

/** A frame without a request is dropped: the request may have ended while the frame was on its way. */
export function createOnThumbnail({ socket, deps }: AgentContext, { captures, frames }: AgentCore) {
  const { device } = socket.data;
  return (header: PayloadOf<(typeof agentUp)['thumbnail']>, bytes: Buffer): void => {
    const wanted = captures.of(device);
    if (!wanted.on) return;
    // Our own clock: an agent's may be minutes off, and the age of a tile is reckoned from it.
    frames({ header: { ...header, device_pk: device, at: deps.now() }, bytes }, wanted.width);
  };
}
