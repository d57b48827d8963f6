/** Why there is no live connection (yet). */
export type NotLiveReason =
  /** The first connection is being opened. */
  | 'opening'
  /** The first connection takes longer than the first paint may wait. */
  | 'slow'
  | 'disconnected'
  /** The server refused the connection, or could not be reached. */
  | 'refused'
  /** Connected, but the subscription was not answered. */
  | 'unanswered';

/** The state of the link to the server; `at` and `since` in milliseconds since 1970. */
export type ConnectionStatus =
  | { readonly kind: 'connecting'; readonly reason: NotLiveReason }
  | { readonly kind: 'live'; readonly reason: 'subscribed'; readonly latencyMs: number }
  /** Devices are read by HTTP: last at `at`, and every `everyMs`. */
  | { readonly kind: 'polling'; readonly reason: NotLiveReason; readonly at: number; readonly everyMs: number }
  | { readonly kind: 'offline'; readonly reason: NotLiveReason; readonly since: number };

export type ConnectionEvent =
  | { readonly type: 'first_paint_timeout' }
  | { readonly type: 'subscribed'; readonly latencyMs: number }
  | { readonly type: 'heartbeat_answered'; readonly latencyMs: number }
  | { readonly type: 'lost'; readonly reason: 'disconnected' | 'refused' | 'unanswered' }
  | { readonly type: 'polled'; readonly at: number; readonly everyMs: number }
  | { readonly type: 'poll_failed'; readonly at: number };

type EventOf<T extends ConnectionEvent['type']> = Extract<ConnectionEvent, { type: T }>;

export const initialConnectionStatus: ConnectionStatus = { kind: 'connecting', reason: 'opening' };

/** The next state for each event; an event that does not apply to a state leaves it unchanged. */
const transitions: {
  readonly [T in ConnectionEvent['type']]: (state: ConnectionStatus, event: EventOf<T>) => ConnectionStatus;
} = {
  first_paint_timeout: (state) =>
    state.kind === 'connecting' && state.reason === 'opening' ? { kind: 'connecting', reason: 'slow' } : state,
  subscribed: (_state, { latencyMs }) => ({ kind: 'live', reason: 'subscribed', latencyMs }),
  heartbeat_answered: (state, { latencyMs }) => (state.kind === 'live' ? { ...state, latencyMs } : state),
  lost: (state, { reason }) => (state.kind === 'live' ? { kind: 'connecting', reason } : { ...state, reason }),
  polled: (state, { at, everyMs }) =>
    state.kind === 'live' ? state : { kind: 'polling', reason: state.reason, at, everyMs },
  poll_failed: (state, { at }) =>
    state.kind === 'live' || state.kind === 'offline' ? state : { kind: 'offline', reason: state.reason, since: at },
};

export const nextConnectionStatus = (state: ConnectionStatus, event: ConnectionEvent): ConnectionStatus =>
  (transitions[event.type] as (state: ConnectionStatus, event: ConnectionEvent) => ConnectionStatus)(state, event);

/** Every state but a live link is bridged by polling; the first connection gets some time before. */
export const needsPolling = (state: ConnectionStatus): boolean => state.kind !== 'live' && state.reason !== 'opening';
