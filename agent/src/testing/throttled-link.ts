import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface LinkLimits {
  /** Of each direction, for all connections together. */
  readonly bytesPerSecond: number;
  /** Of each direction, beside what the rate makes bytes wait. */
  readonly delayMs: number;
}

export interface ThrottledLink extends AsyncDisposable {
  /** Connections to it are passed on. */
  readonly url: string;
}

/** As much as one packet: what is sent in between need not wait for a whole picture. */
const PACKET_BYTES = 1_460;
/** What is on the link before its sender is not read any more, as with the queue of a router. */
const QUEUE_BYTES = 49_152;

/**
 * A narrow and long way to a server: a token bucket and a delay for each direction.
 * @param target such as `http://127.0.0.1:8080`
 */
export async function startThrottledLink(target: string, limits: LinkLimits): Promise<ThrottledLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const [up, down] = [new Lane(limits), new Lane(limits)];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        for (const end of [near, far]) end.destroy();
      });
    }
    up.carry(near, far);
    down.carry(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Packet {
  readonly dueAt: number;
  readonly deliver: () => void;
}

/** One direction. */
class Lane {
  readonly #limits: LinkLimits;
  readonly #packets: Packet[] = [];
  /** When the link has sent what it was given. */
  #freeAt = 0;
  #isWaiting = false;

  constructor(limits: LinkLimits) {
    this.#limits = limits;
  }

  carry(from: Socket, to: Socket): void {
    let queued = 0;
    from.on('data', (data: Buffer) => {
      for (let at = 0; at < data.length; at += PACKET_BYTES) {
        const packet = data.subarray(at, at + PACKET_BYTES);
        queued += packet.length;
        this.#send(packet.length, () => {
          queued -= packet.length;
          if (queued <= QUEUE_BYTES / 2) from.resume();
          if (to.writable) to.write(packet);
        });
      }
      if (queued > QUEUE_BYTES) from.pause();
    });
    from.once('end', () => this.#send(0, () => to.end()));
  }

  #send(bytes: number, deliver: () => void): void {
    const { bytesPerSecond, delayMs } = this.#limits;
    this.#freeAt = Math.max(this.#freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000;
    this.#packets.push({ dueAt: this.#freeAt + delayMs, deliver });
    this.#wait();
  }

  /** One timer: those of several packets could overtake one another. */
  #wait(): void {
    const [first] = this.#packets;
    if (first === undefined || this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(
      () => {
        this.#isWaiting = false;
        const now = performance.now();
        while (this.#packets[0] !== undefined && this.#packets[0].dueAt <= now) this.#packets.shift()?.deliver();
        this.#wait();
      },
      Math.max(0, first.dueAt - performance.now()),
    );
  }
}
