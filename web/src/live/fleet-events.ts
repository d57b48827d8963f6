import { onEvent, type ConsoleSocket, type DownEventName, type DownEventPayload } from './socket.ts';

/** The events that carry the company's `seq` (SEQ-2). */
type NumberedEvent = { [E in DownEventName]: DownEventPayload<E> extends { seq: number } ? E : never }[DownEventName];

/** Complete by type, so that a new numbered event cannot be forgotten here. */
const numbered: { readonly [E in NumberedEvent]: true } = {
  alive: true,
  device_changed: true,
  devices_changed: true,
  device_added: true,
  device_removed: true,
  devices_removed: true,
  devices_moved: true,
  group_changed: true,
};

export type FleetEvent = { [E in NumberedEvent]: { type: E } & DownEventPayload<E> }[NumberedEvent];
export type FleetEventOf<E extends NumberedEvent> = Extract<FleetEvent, { type: E }>;

/** Passes every numbered event on until the returned function is called. */
export function listenToFleet(socket: ConsoleSocket, apply: (event: FleetEvent) => void): () => void {
  const types = Object.keys(numbered) as NumberedEvent[];
  const stops = types.map((type) => onEvent(socket, type, (payload) => apply({ type, ...payload } as FleetEvent)));
  return () => {
    for (const stop of stops) stop();
  };
}
