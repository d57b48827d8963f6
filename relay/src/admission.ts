import { takeRelayTicket, type RelayAdmission } from '@vigil/shared/platform/redis/relay-tickets';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { closeSocket } from './close-socket.ts';
import type { Deps } from './deps.ts';

const FirstMessage = z.object({ ticket: z.string().min(1).max(200) });
const PATH = /^\/relay\/(?<session>[0-9a-f-]{36})$/u;

/** A whole office may share an address, but few of its sockets wait for their ticket at one moment. */
const MAX_WAITING_PER_ADDRESS = 50;
/** Of all addresses: a ticket takes milliseconds, also when everybody connects again at once. */
const MAX_WAITING = 2_000;
const MAX_FIRST_MESSAGE_BYTES = 1_024;
/** A ticket with its frame is far below. What is longer may be no message yet, so that it is counted before it is read. */
const MAX_UNADMITTED_BYTES = 4_096;

interface Arrival {
  readonly path: string;
  readonly address: string;
  /** Of the connection, below its WebSocket. */
  readonly connection: Duplex;
}

/** Takes the ticket of a new socket, which is its first message (RELAY-1). */
export function createAdmission({ ticketMs }: { ticketMs: number }, { redis, metrics }: Deps) {
  const waiting = new Map<string, number>();
  let waitingInAll = 0;
  const refused = metrics.counter('vigil_relay_refused_total', 'Sockets that were refused', ['reason']);
  const count = (address: string, change: 1 | -1) => {
    waitingInAll += change;
    const left = (waiting.get(address) ?? 0) + change;
    if (left > 0) waiting.set(address, left);
    else waiting.delete(address);
    return left <= MAX_WAITING_PER_ADDRESS && waitingInAll <= MAX_WAITING;
  };
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

  /** @returns null for a socket that was refused */
  const admit = async (socket: WebSocket, { path, address, connection }: Arrival): Promise<RelayAdmission | null> => {
    const isFew = count(address, 1);
    // Until the connection ends where it is refused: nobody without a ticket fills the memory.
    const bound = boundBytes(connection, () => socket.terminate());
    try {
      if (!isFew) return refuse(socket, 'too_many_connections');
      const text = await firstMessage(socket);
      // What follows before the room is joined would be lost.
      socket.pause();
      const ticket = text === null ? null : ticketIn(text);
      const admission = ticket === null ? null : await takeRelayTicket(redis, ticket);
      const isItsPath = admission !== null && PATH.exec(path)?.groups?.['session'] === admission.session;
      if (!isItsPath) return refuse(socket, 'ticket_invalid');
      bound[Symbol.dispose]();
      return admission;
    } finally {
      count(address, -1);
    }
  };
  return { admit };
}

/** Calls back when more has arrived than anybody needs who has not been admitted, whether or not it is a message already. */
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
