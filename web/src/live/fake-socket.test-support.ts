import type { ConsoleSocket, DownEventName, DownEventPayload } from './socket.ts';

type Listener = (...args: unknown[]) => void;

/** A socket without a server: the test answers, and plays the events. */
export function fakeSocket(answer: (name: string, payload: unknown) => unknown) {
  const listeners = new Map<string, Set<Listener>>();
  const emit = (name: string, ...args: unknown[]) => {
    for (const listener of listeners.get(name) ?? []) listener(...args);
  };
  const sent: string[] = [];
  const state = { connected: false, active: true, connects: 0 };
  const socket = {
    get connected() {
      return state.connected;
    },
    get active() {
      return state.active;
    },
    on: (name: string, listener: Listener) =>
      void listeners.set(name, (listeners.get(name) ?? new Set<Listener>()).add(listener)),
    off: (name?: string, listener?: Listener) => {
      if (name === undefined) listeners.clear();
      else if (listener) listeners.get(name)?.delete(listener);
    },
    timeout: () => ({
      emitWithAck: async (name: string, payload: unknown) => {
        sent.push(name);
        return answer(name, payload);
      },
    }),
    connect: () => void (state.connects += 1),
    disconnect: () => void (state.connected = false),
  };
  return {
    socket: socket as unknown as ConsoleSocket,
    /** The names of the events that the client sent. */
    sent,
    state,
    open: () => {
      state.connected = true;
      emit('connect');
    },
    close: (reason: string) => {
      state.connected = false;
      emit('disconnect', reason);
    },
    refuse: (code: string) => emit('connect_error', Object.assign(new Error(code), { data: { code } })),
    receive: <N extends DownEventName>(name: N, payload: DownEventPayload<N>) => emit(name, payload),
  };
}
