import { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { thumbnail } from '@vigil/shared/contract/events/agent-up/thumbnail';
import type { AgentObserver } from './agent-observer.ts';
import { backlogOf, type AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import type { Host } from './host/host.ts';
import { reasonOf, type Log } from './log.ts';

export interface ScreenStreamOptions {
  host: Host;
  clock: Clock;
  serverNow: () => number;
  log: Log;
  observer: Pick<AgentObserver, 'frameSent'>;
}

const NOBODY_LOOKS: CaptureDemand = { on: false, width: 320, interval_ms: 1_000, quality: 70 };

/** Sends pictures of the screen while somebody looks, at the size and pace they ask for. */
export class ScreenStream implements Disposable {
  readonly #options: ScreenStreamOptions;
  #demand = NOBODY_LOOKS;
  #socket: AgentSocket | null = null;
  #timer: Disposable | null = null;
  #busy = false;

  constructor(options: ScreenStreamOptions) {
    this.#options = options;
  }

  /** A new connection starts with nobody looking: the gateway says so when it is otherwise. */
  streamOver(socket: AgentSocket | null): void {
    this.#socket = socket;
    this.#follow(NOBODY_LOOKS);
  }

  demand(raw: unknown): void {
    const demand = CaptureDemand.safeParse(raw);
    if (demand.success) this.#follow(demand.data);
    else this.#options.log.warn('a malformed capture demand was passed over');
  }

  [Symbol.dispose](): void {
    this.streamOver(null);
  }

  #follow(demand: CaptureDemand): void {
    this.#demand = demand;
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (demand.on && !this.#busy) void this.#sendFrame();
  }

  /** One frame at a time: a slow capture or a slow network means fewer frames, never a queue. */
  async #sendFrame(): Promise<void> {
    const { clock, host, log, serverNow } = this.#options;
    const began = clock.now();
    this.#busy = true;
    try {
      if (this.#socket !== null && backlogOf(this.#socket) === 0) {
        const { bytes, ...header } = await host.capture(this.#demand);
        this.#send({ at: serverNow(), ...header }, bytes);
      }
    } catch (error) {
      log.warn('no picture of the screen', { reason: reasonOf(error) });
    }
    this.#busy = false;
    if (!this.#demand.on) return;
    const wait = Math.max(0, this.#demand.interval_ms - (clock.now() - began));
    this.#timer?.[Symbol.dispose]();
    this.#timer = clock.after(wait, () => void this.#sendFrame());
  }

  #send(header: PayloadOf<typeof thumbnail>, bytes: Uint8Array): void {
    if (!this.#demand.on || this.#socket === null) return;
    this.#socket.emit(thumbnail.name, header, bytes);
    this.#options.observer.frameSent?.(bytes.byteLength);
  }
}
