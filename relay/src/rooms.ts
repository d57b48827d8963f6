import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { RelayCloseReason } from '@vigil/shared/contract/remote-desktop/refusals';
import type { RelayAdmission } from '@vigil/shared/platform/redis/relay-tickets';
import type { WebSocket } from 'ws';
import type { ByteBudgets, SessionBudget } from './byte-budgets.ts';
import { closeSocket } from './close-socket.ts';
import type { Deps } from './deps.ts';
import { forward } from './forward.ts';

/** The first message to each end, when both are there (RELAY-2). */
const READY = JSON.stringify({ relay: 'ready' });

type End = RelayAdmission['end'];
const other: { readonly [E in End]: End } = { viewer: 'agent', agent: 'viewer' };

interface Room {
  readonly ends: Partial<Record<End, WebSocket>>;
  readonly budget: SessionBudget;
  readonly attempt: number;
  isPaired: boolean;
}

/** The sessions of this relay, each with up to two ends. */
export function createRooms({ budgets, peerMs }: { budgets: ByteBudgets; peerMs: number }, { log }: Deps) {
  const rooms = new Map<RemoteSessionId, Room>();

  const closeRoom = (session: RemoteSessionId, reason: RelayCloseReason) => {
    const room = rooms.get(session);
    rooms.delete(session);
    for (const socket of Object.values(room?.ends ?? {})) closeSocket(socket, reason);
  };

  const pair = (room: Room, viewer: WebSocket, agent: WebSocket) => {
    room.isPaired = true;
    for (const socket of [viewer, agent]) socket.send(READY);
    // Pictures that wait for their budget hold up no key.
    forward(viewer, agent, room.budget.spendInput);
    forward(agent, viewer, room.budget.spend);
  };

  /**
   * A connection of an end that has one already begins anew: keys and counters of the former pair are of no use to it.
   * So does one of a later attempt, because the grant of its other end is another one.
   * @returns null for one of an earlier attempt, which comes too late
   */
  const roomFor = ({ session, company, end, attempt }: RelayAdmission): Room | null => {
    const known = rooms.get(session);
    if (known && attempt < known.attempt) return null;
    if (known && attempt === known.attempt && !known.isPaired && !known.ends[end]) return known;
    closeRoom(session, 'replaced');
    const room: Room = { ends: {}, budget: budgets.ofSession(company), attempt, isPaired: false };
    rooms.set(session, room);
    return room;
  };

  return {
    join(admission: RelayAdmission, socket: WebSocket): void {
      const { session, end } = admission;
      if (socket.readyState !== socket.OPEN) return;
      const room = roomFor(admission);
      // A viewer asks for another ticket then, should the clock of the server that issued this one have been behind.
      if (room === null) return closeSocket(socket, 'peer_left');
      room.ends[end] = socket;
      log.info({ session, end }, 'joined');
      const isOpen = () => rooms.get(session) === room;
      const timer = setTimeout(() => isOpen() && !room.isPaired && closeRoom(session, 'peer_absent'), peerMs);
      socket.once('close', () => {
        clearTimeout(timer);
        if (isOpen()) closeRoom(session, 'peer_left');
      });
      socket.resume();
      const peer = room.ends[other[end]];
      if (peer) pair(room, end === 'viewer' ? socket : peer, end === 'agent' ? socket : peer);
    },
    close: closeRoom,
    closeAll(reason: RelayCloseReason): void {
      for (const session of rooms.keys()) closeRoom(session, reason);
    },
    get paired(): number {
      return [...rooms.values()].filter(({ isPaired }) => isPaired).length;
    },
  };
}
