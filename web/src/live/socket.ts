import type { AckOf, AnyEventDefinition, ListenerMap, PayloadOf, RefusedAck } from '@vigil/shared/contract/event';
import type { browserDown } from '@vigil/shared/contract/events/browser-down';
import type { browserUp } from '@vigil/shared/contract/events/browser-up';
import { CONSOLE_NAMESPACE } from '@vigil/shared/contract/protocol-version';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';

export type ConsoleSocket = Socket<ListenerMap<typeof browserDown>, ListenerMap<typeof browserUp>>;

/** After a server restart all browsers reconnect at once; half of each wait is random. */
const RECONNECT_MS = { reconnectionDelay: 500, reconnectionDelayMax: 10_000, randomizationFactor: 0.5 };
const ANSWER_TIMEOUT_MS = 8_000;

/**
 * Not connected yet, so that the caller can add its listeners first. Without a token, the cookie of a wall screen
 * stands for one.
 */
export function createConsoleSocket(token: () => string | null): ConsoleSocket {
  return io(CONSOLE_NAMESPACE, {
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    auth: (give) => give({ token: token() }),
    ...RECONNECT_MS,
  });
}

type Events<L extends Record<string, AnyEventDefinition>> = { [E in L[keyof L] as E['name']]: E };
type Up = Events<typeof browserUp>;
type Down = Events<typeof browserDown>;
export type DownEventName = keyof Down;
export type DownEventPayload<N extends DownEventName> = PayloadOf<Down[N]>;
type Answer = { ok: true } | RefusedAck;

/** The server has answered, and refused. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

/** Sends an event and waits for its answer. @throws RequestRefused for a refusal, and another error for silence */
export async function requestAck<N extends keyof Up>(
  socket: ConsoleSocket,
  name: N,
  payload: z.input<Up[N]['payload']>,
): Promise<AckOf<Up[N]>> {
  const loose = socket.timeout(ANSWER_TIMEOUT_MS) as unknown as {
    emitWithAck: (name: string, payload: unknown) => Promise<Answer>;
  };
  const answer = await loose.emitWithAck(name, payload);
  if (!answer.ok) throw new RequestRefused(answer.error.code);
  return answer as AckOf<Up[N]>;
}

/** Listens until the returned function is called. */
export function onEvent<N extends DownEventName>(
  socket: ConsoleSocket,
  name: N,
  listener: (payload: DownEventPayload<N>, bytes: ArrayBuffer) => void,
): () => void {
  const loose = socket as unknown as {
    on: (name: string, listener: (payload: DownEventPayload<N>, bytes: ArrayBuffer) => void) => void;
    off: (name: string, listener: (payload: DownEventPayload<N>, bytes: ArrayBuffer) => void) => void;
  };
  loose.on(name, listener);
  return () => loose.off(name, listener);
}
