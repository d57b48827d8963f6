import type { PayloadOf } from '@vigil/shared/contract/event';
import { browserDown } from '@vigil/shared/contract/events/browser-down';
import { listen, type ConsoleSocket } from './socket.ts';

/** The events that carry the company's `seq` (SEQ-2). */
const numbered = [
  'alive',
  'deviceChanged',
  'deviceAdded',
  'deviceRemoved',
  'devicesRemoved',
  'devicesMoved',
  'groupChanged',
] as const;
type NumberedEvent = (typeof numbered)[number];

export type FleetEvent = { [E in NumberedEvent]: { type: E } & PayloadOf<(typeof browserDown)[E]> }[NumberedEvent];
export type FleetEventOf<E extends NumberedEvent> = Extract<FleetEvent, { type: E }>;

/** Passes every numbered event on until the returned function is called. */
export function listenToFleet(socket: ConsoleSocket, onEvent: (event: FleetEvent) => void): () => void {
  const stops = numbered.map((type) =>
    listen(socket, browserDown[type], (payload) => onEvent({ type, ...payload } as FleetEvent)),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
