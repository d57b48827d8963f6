import type { Duplex } from 'node:stream';
import { takeRelayTicket, type RelayAdmission } from '@vigil/shared/platform/redis/relay-tickets';
import { createUnprovenConnectionRegistry } from '@vigil/shared/platform/unproven-connections';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { closeSocket } from './close-socket.ts';
import type { Deps } from './deps.ts';

const FirstMessage = z.object({ ticket: z.string().min(1).max(200) });
const PATH = /^\/relay\/(?<session>[0-9a-f-]{36})$/u;

const MAX_FIRST_MESSAGE_BYTES = 1_024;
/**
 * A ticket with its frame is far below. What is longer may be no message yet, so that it is counted before it is read.
 */
const MAX_UNADMITTED_BYTES = 4_096;

interface Arrival {
  readonly path: string;
  readonly address: string;
  /** Of the connection, below its WebSocket. */
  readonly connection: Duplex;
}

interface AdmissionLimits {
  readonly ticketMs: number;
  /** Sockets whose ticket has not been taken, of all addresses. */
  readonly maxWaiting: number;
}

/** Takes the ticket of a new socket, which is its first message (RELAY-1). */
export function createAdmission({ ticketMs, maxWaiting }: AdmissionLimits, { redis, metrics, now }: Deps) {
  const waiting = createUnprovenConnectionRegistry<WebSocket>(maxWaiting);
  const refused = metrics.counter('vigil_relay_refused_total', 'Sockets that were refused', ['reason']);
  const refuse = (socket: WebSocket, reason: 'ticket_invalid' | 'too_many_connections') => {
    refused.inc({ reason });
    closeSocket(socket, reason);
    return null;
  };

  const firstMessage = (socket: WebSocket) =>
    new Promise<string | null>((resolve) => {
      const timer = setTimeout(resolve, ticketMs, null);
      const settle = (text: string | null) => {
        clearTimeout(timer);
        resolve(text);
      };
      socket.once('message', (data: Buffer) => settle(data.length > MAX_FIRST_MESSAGE_BYTES ? null : String(data)));
      socket.once('close', () => settle(null));
    });

  const addWaiting = (socket: WebSocket, address: string) => {
    const excess = waiting.add(socket, { address, at: now() });
    if (!excess) return;
    waiting.delete(excess);
    refuse(excess, 'too_many_connections');
  };

  /** @returns null for a socket that was refused */
  const admit = async (socket: WebSocket, { path, address, connection }: Arrival): Promise<RelayAdmission | null> => {
    // Until the connection ends where it is refused: nobody without a ticket fills the memory.
    const bound = boundBytes(connection, () => socket.terminate());
    addWaiting(socket, address);
    try {
      const text = await firstMessage(socket);
      // What follows before the room is joined would be lost.
      socket.pause();
      const ticket = text === null ? null : ticketIn(text);
      const admission = ticket === null ? null : await takeRelayTicket(redis, ticket);
      // Who had to go for others has been told so.
      if (!waiting.delete(socket)) return null;
      const isItsPath = admission !== null && PATH.exec(path)?.groups?.['session'] === admission.session;
      if (!isItsPath) return refuse(socket, 'ticket_invalid');
      bound[Symbol.dispose]();
      return admission;
    } finally {
      waiting.delete(socket);
    }
  };
  return { admit };
}

/**
 * Calls back when more has arrived than anybody needs who has not been admitted, whether or not it is a message
 * already.
 */
function boundBytes(connection: Duplex, onExceeded: () => void): Disposable {
  let bytes = 0;
  const add = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_UNADMITTED_BYTES) onExceeded();
  };
  connection.on('data', add);
  return { [Symbol.dispose]: () => connection.off('data', add) };
}

function ticketIn(text: string): string | null {
  try {
    return FirstMessage.safeParse(JSON.parse(text)).data?.ticket ?? null;
  } catch {
    return null;
  }
}
