import { commandProgress } from '@vigil/shared/contract/events/agent-up/command-progress';
import type { PayloadOf } from '@vigil/shared/contract/event';
import { isProblemCode, problems } from '@vigil/shared/contract/problems';
import type { AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { StateStore } from './state-store.ts';

export type Progress = PayloadOf<typeof commandProgress>;

export interface ProgressQueueOptions {
  store: StateStore;
  clock: Clock;
  log: Log;
  /** The most messages that are kept; beyond it the oldest one that is not final is dropped. */
  limit?: number;
}

interface Answer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly retry_after_ms?: number };
}

const QUEUE_FILE = 'progress-queue.json';
const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;
const LIMIT = 500;

/**
 * Progress of commands, in order, kept on disk until the gateway has acknowledged each message. A message may arrive
 * twice, since an acknowledgement can be lost; none is lost.
 */
export class ProgressQueue implements Disposable {
  readonly #options: ProgressQueueOptions;
  #pending: Progress[];
  #socket: AgentSocket | null = null;
  #isSending = false;
  #retry: Disposable | null = null;
  #onDelivered: (() => void)[] = [];

  constructor(options: ProgressQueueOptions) {
    this.#options = options;
    this.#pending = readPending(options.store);
  }

  push(progress: Progress): void {
    this.#pending.push(progress);
    if (this.#pending.length > (this.#options.limit ?? LIMIT)) this.#dropOne();
    this.#save();
    this.#sendNext();
  }

  /** Sends over this socket from now on; `null` while there is none. */
  attachSocket(socket: AgentSocket | null): void {
    this.#socket = socket;
    this.#isSending = false;
    this.#retry?.[Symbol.dispose]();
    this.#sendNext();
  }

  /** Resolves when every message is acknowledged, or after `timeoutMs`. */
  delivered(timeoutMs: number): Promise<void> {
    if (this.#pending.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(timeoutMs, resolve);
      this.#onDelivered.push(() => {
        timer[Symbol.dispose]();
        resolve();
      });
    });
  }

  [Symbol.dispose](): void {
    this.#socket = null;
    this.#retry?.[Symbol.dispose]();
    this.#notifyDelivered();
  }

  #sendNext(): void {
    const socket = this.#socket;
    const head = this.#pending[0];
    if (socket === null || head === undefined || this.#isSending) return;
    this.#isSending = true;
    socket.timeout(ACK_TIMEOUT_MS).emit(commandProgress.name, head, (error, answer) => {
      if (socket !== this.#socket) return;
      this.#isSending = false;
      const isAnswered = error === null || error === undefined;
      if (isAnswered && this.#isSettled(answer)) this.#remove(head);
      else this.#retry = this.#options.clock.after(retryMsOf(answer), () => this.#sendNext());
    });
  }

  /** Acknowledged, or refused for good: a message that the gateway never accepts must not block the others. */
  #isSettled(answer: Answer | undefined): boolean {
    if (answer?.ok === true) return true;
    const code = answer?.error?.code ?? 'malformed';
    if (isProblemCode(code) && problems[code].retry !== 'never') return false;
    this.#options.log.warn('command progress refused', { code });
    return true;
  }

  #remove(progress: Progress): void {
    this.#pending = this.#pending.filter((other) => other !== progress);
    this.#save();
    if (this.#pending.length > 0) this.#sendNext();
    else this.#notifyDelivered();
  }

  #notifyDelivered(): void {
    for (const notify of this.#onDelivered.splice(0)) notify();
  }

  #dropOne(): void {
    const intermediate = this.#pending.findIndex(({ state }) => state === 'accepted' || state === 'running');
    const [dropped] = this.#pending.splice(Math.max(intermediate, 0), 1);
    this.#options.log.warn('progress queue full, message dropped', { command: dropped?.id });
  }

  #save(): void {
    this.#options.store.write(QUEUE_FILE, JSON.stringify(this.#pending));
  }
}

/** A refusal over the budget names the time of the next try. */
const retryMsOf = (answer: Answer | undefined): number => Math.max(RETRY_MS, answer?.error?.retry_after_ms ?? 0);

function readPending(store: StateStore): Progress[] {
  try {
    return commandProgress.payload.array().parse(JSON.parse(store.read(QUEUE_FILE) ?? '[]'));
  } catch {
    // A damaged file must not prevent the start: the ledger still has the result of each command.
    return [];
  }
}
