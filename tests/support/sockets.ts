import { io, type Socket } from 'socket.io-client';
import { scaledTimeout } from './scaled-timeout.ts';
import { within } from './within.ts';

/** The client end of a socket, with every message that it received. */
export interface TestSocket extends Disposable {
  readonly socket: Socket;
  /** Payloads of one event, in the order of arrival. */
  received(name: string): readonly Record<string, unknown>[];
  /** Sends an event and answers with its acknowledgement. */
  ask(name: string, ...args: unknown[]): Promise<Record<string, unknown>>;
}

/** The error of a refused handshake. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly data: Record<string, unknown>;

  constructor(data: Record<string, unknown>) {
    super(String(data['code']));
    this.data = data;
  }
}

const ANSWER_MS = scaledTimeout(10_000);
const HANDSHAKE_MS = 60_000;

export interface SocketOptions {
  readonly auth?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly transports?: readonly ('websocket' | 'polling')[];
}

/** Opens a socket that does not reconnect. @throws Refused with the server's `data` */
export async function openSocket(url: string, options: SocketOptions = {}): Promise<TestSocket> {
  const { auth = {}, headers = {}, transports = ['websocket'] } = options;
  const socket = io(url, {
    auth,
    transports: [...transports],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
    timeout: scaledTimeout(HANDSHAKE_MS),
  });
  const events = new Map<string, Record<string, unknown>[]>();
  socket.onAny((name: string, payload: Record<string, unknown>, bytes?: unknown) => {
    const list = events.get(name) ?? [];
    events.set(name, list);
    list.push(Buffer.isBuffer(bytes) ? { ...payload, bytes } : payload);
  });
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error: Error & { data?: Record<string, unknown> }) =>
      reject(new Refused(error.data ?? { code: error.message })),
    );
  });
  // The library's own limit is of the opening of the transport, not of the answer to the handshake.
  await within(`the server answers the handshake at ${url}`, connected, { timeout: HANDSHAKE_MS }).catch(
    (error: unknown) => {
      socket.close();
      throw error;
    },
  );
  return {
    socket,
    received: (name) => events.get(name) ?? [],
    ask: (name, ...args) => socket.timeout(ANSWER_MS).emitWithAck(name, ...args) as Promise<Record<string, unknown>>,
    [Symbol.dispose]: () => void socket.close(),
  };
}
