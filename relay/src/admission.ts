import { takeRelayTicket, type RelayAdmission } from '@vigil/shared/platform/redis/relay-tickets';
import type { WebSocket } from 'ws';
import * as z from 'zod';
import { closeSocket } from './close-socket.ts';
import type { Deps } from './deps.ts';

const FirstMessage = z.object({ ticket: z.string().min(1).max(200) });
const PATH = /^\/relay\/(?<session>[0-9a-f-]{36})$/u;

/** A whole office may share an address, but few of its sockets wait for their ticket at one moment. */
const MAX_WAITING_PER_ADDRESS = 50;
const MAX_FIRST_MESSAGE_BYTES = 1_024;

interface Arrival {
  readonly path: string;
  readonly address: string;
}

/** Takes the ticket of a new socket, which is its first message (RELAY-1). */
export function createAdmission({ ticketMs }: { ticketMs: number }, { redis, metrics }: Deps) {
  const waiting = new Map<string, number>();
  const refused = metrics.counter('vigil_relay_refused_total', 'Sockets that were refused', ['reason']);
  const count = (address: string, change: 1 | -1) => {
    const left = (waiting.get(address) ?? 0) + change;
    if (left > 0) waiting.set(address, left);
    else waiting.delete(address);
    return left;
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
  const admit = async (socket: WebSocket, { path, address }: Arrival): Promise<RelayAdmission | null> => {
    try {
      if (count(address, 1) > MAX_WAITING_PER_ADDRESS) return refuse(socket, 'too_many_connections');
      const text = await firstMessage(socket);
      // What follows before the room is joined would be lost.
      socket.pause();
      const ticket = text === null ? null : ticketIn(text);
      const admission = ticket === null ? null : await takeRelayTicket(redis, ticket);
      const isItsPath = admission !== null && PATH.exec(path)?.groups?.['session'] === admission.session;
      return isItsPath ? admission : refuse(socket, 'ticket_invalid');
    } finally {
      count(address, -1);
    }
  };
  return { admit };
}

function ticketIn(text: string): string | null {
  try {
    return FirstMessage.safeParse(JSON.parse(text)).data?.ticket ?? null;
  } catch {
    return null;
  }
}
