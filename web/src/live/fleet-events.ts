import { listen, type ConsoleSocket, type DownPayload } from './socket.ts';

/** The events that carry the company's `seq` (SEQ-2). */
const numbered = [
  'alive',
  'device_changed',
  'device_added',
  'device_removed',
  'devices_removed',
  'devices_moved',
  'group_changed',
] as const;
type NumberedEvent = (typeof numbered)[number];

export type FleetEvent = { [E in NumberedEvent]: { type: E } & DownPayload<E> }[NumberedEvent];
export type FleetEventOf<E extends NumberedEvent> = Extract<FleetEvent, { type: E }>;

/** Passes every numbered event on until the returned function is called. */
export function listenToFleet(socket: ConsoleSocket, onEvent: (event: FleetEvent) => void): () => void {
  const stops = numbered.map((type) => listen(socket, type, (payload) => onEvent({ type, ...payload } as FleetEvent)));
  return () => {
    for (const stop of stops) stop();
  };
}
