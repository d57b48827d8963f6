import { commandProgress } from '@vigil/shared/contract/events/agent-up/command-progress';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { isProblemCode, problems } from '@vigil/shared/contract/problems';
import type { AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { StateStore } from './state-store.ts';

export type Progress = PayloadOf<typeof commandProgress>;

export interface OutboxOptions {
  store: StateStore;
  clock: Clock;
  log: Log;
  /** How many messages may wait; beyond it the oldest that is not final goes first. */
  limit?: number;
}

const OUTBOX_FILE = 'outbox.json';
const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;
const LIMIT = 500;

/**
 * What must not be lost: news of commands, in order, kept on disk until the gateway has acknowledged each. A message may
 * arrive twice (the acknowledgement can be lost), never not at all.
 */
export class Outbox implements Disposable {
  readonly #options: OutboxOptions;
  #waiting: Progress[];
  #socket: AgentSocket | null = null;
  #sending = false;
  #retry: Disposable | null = null;
  #watchers: (() => void)[] = [];

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#waiting = restore(options.store);
  }

  get size(): number {
    return this.#waiting.length;
  }

  push(progress: Progress): void {
    this.#waiting.push(progress);
    if (this.#waiting.length > (this.#options.limit ?? LIMIT)) this.#makeRoom();
    this.#keep();
    this.#sendNext();
  }

  /** Delivers over this socket from now on; `null` while there is none. */
  deliverOver(socket: AgentSocket | null): void {
    this.#socket = socket;
    this.#sending = false;
    this.#retry?.[Symbol.dispose]();
    this.#sendNext();
  }

  /** Resolves when everything is acknowledged, or after `timeoutMs`. */
  delivered(timeoutMs: number): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(timeoutMs, resolve);
      this.#watchers.push(() => {
        timer[Symbol.dispose]();
        resolve();
      });
    });
  }

  [Symbol.dispose](): void {
    this.#socket = null;
    this.#retry?.[Symbol.dispose]();
  }

  #sendNext(): void {
    const socket = this.#socket;
    const head = this.#waiting[0];
    if (socket === null || head === undefined || this.#sending) return;
    this.#sending = true;
    socket.timeout(ACK_TIMEOUT_MS).emit(commandProgress.name, head, (error, answer) => {
      if (socket !== this.#socket) return;
      this.#sending = false;
      const done = error === null || error === undefined ? this.#isSettled(answer) : false;
      if (done) this.#settle(head);
      else this.#retry = this.#options.clock.after(RETRY_MS, () => this.#sendNext());
    });
  }

  /** Taken, or refused for good: one message that the gateway never takes must not hold up the rest. */
  #isSettled(answer: { ok: boolean; error?: { code: string } } | undefined): boolean {
    if (answer?.ok === true) return true;
    const code = answer?.error?.code ?? 'malformed';
    if (isProblemCode(code) && problems[code].retry !== 'never') return false;
    this.#options.log.warn('the gateway will not take news of a command', { code });
    return true;
  }

  #settle(progress: Progress): void {
    this.#waiting = this.#waiting.filter((other) => other !== progress);
    this.#keep();
    if (this.#waiting.length > 0) return this.#sendNext();
    for (const tell of this.#watchers.splice(0)) tell();
  }

  #makeRoom(): void {
    const passing = this.#waiting.findIndex(({ state }) => state === 'accepted' || state === 'running');
    const [dropped] = this.#waiting.splice(Math.max(passing, 0), 1);
    this.#options.log.warn('the outbox is full', { dropped: dropped?.id });
  }

  #keep(): void {
    this.#options.store.write(OUTBOX_FILE, JSON.stringify(this.#waiting));
  }
}

function restore(store: StateStore): Progress[] {
  try {
    return commandProgress.payload.array().parse(JSON.parse(store.read(OUTBOX_FILE) ?? '[]'));
  } catch {
    // Half a file is no reason not to start: the ledger still knows what ran.
    return [];
  }
}
