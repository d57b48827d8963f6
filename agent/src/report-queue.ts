import type { PayloadOf } from '@vigil/shared/contract/event';
import { commandProgress } from '@vigil/shared/contract/events/agent-up/command-progress';
import {
  actionReported,
  fileTransferred,
  remoteSessionState,
} from '@vigil/shared/contract/events/agent-up/remote-session';
import type { CommandId } from '@vigil/shared/contract/ids';
import { isRetryable } from '@vigil/shared/contract/problems';
import * as z from 'zod';
import type { AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import { repairTexts } from './field-text.ts';
import { shortReasonOf, type Log } from './log.ts';
import type { StateStore } from './state-store.ts';

/** What must reach the server even if the agent is restarted meanwhile. */
const durable = { commandProgress, remoteSessionState, fileTransferred, actionReported } as const;
type DurableEvent = (typeof durable)[keyof typeof durable];

const Report = z.discriminatedUnion('event', [
  z.object({ event: z.literal(commandProgress.name), payload: commandProgress.payload }),
  z.object({ event: z.literal(remoteSessionState.name), payload: remoteSessionState.payload }),
  z.object({ event: z.literal(fileTransferred.name), payload: fileTransferred.payload }),
  z.object({ event: z.literal(actionReported.name), payload: actionReported.payload }),
]);
type Report = z.infer<typeof Report>;

export interface ReportQueueOptions {
  store: StateStore;
  clock: Clock;
  log: Log;
  /** A gateway has the progress of a command, or has refused it for good. */
  onProgressSettled?: (progress: PayloadOf<typeof commandProgress>) => void;
  /** The most reports that are kept; beyond it the oldest one that is not final is dropped. */
  limit?: number;
}

interface Answer {
  readonly ok: boolean;
  readonly error?: { readonly code: string; readonly message?: string; readonly retry_after_ms?: number };
}

interface Sender {
  emit(event: string, payload: unknown, ack: (error: Error | null | undefined, answer?: Answer) => void): void;
}

const QUEUE_FILE = 'report-queue.json';
/** The file of earlier versions, with progress of commands only. */
const QUEUE_FILE_OF_EARLIER_VERSIONS = 'progress-queue.json';
export const REPORT_FILES = [QUEUE_FILE, QUEUE_FILE_OF_EARLIER_VERSIONS];
const ACK_TIMEOUT_MS = 10_000;
const RETRY_MS = 2_000;
const LIMIT = 500;

/**
 * Durable reports, in order, kept on disk until the gateway has acknowledged each. A report may arrive twice, since an
 * acknowledgement can be lost; none is lost.
 */
export class ReportQueue implements Disposable {
  readonly #options: ReportQueueOptions;
  #pending: Report[];
  #socket: AgentSocket | null = null;
  #isSending = false;
  #retry: Disposable | null = null;
  #onDelivered: (() => void)[] = [];

  constructor(options: ReportQueueOptions) {
    this.#options = options;
    this.#pending = readPending(options.store);
    if (options.store.read(QUEUE_FILE_OF_EARLIER_VERSIONS) !== null && this.#save())
      options.store.remove(QUEUE_FILE_OF_EARLIER_VERSIONS);
  }

  push<E extends DurableEvent>({ name }: E, payload: PayloadOf<E>): void {
    this.#pending.push({ event: name, payload: repairTexts(payload) } as Report);
    if (this.#pending.length > (this.#options.limit ?? LIMIT)) this.#dropOne();
    this.#save();
    this.#sendNext();
  }

  /** Whether the end of a command waits to be reported. */
  hasEndOf(id: CommandId): boolean {
    return this.#pending.some(
      (report) => report.event === commandProgress.name && report.payload.id === id && !isIntermediate(report),
    );
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
    // TypeScript cannot relate the event to its payload.
    const sender = socket.timeout(ACK_TIMEOUT_MS) as unknown as Sender;
    sender.emit(head.event, head.payload, (error, answer) => {
      if (socket !== this.#socket) return;
      this.#isSending = false;
      const isAnswered = error === null || error === undefined;
      if (isAnswered && this.#isSettled(head.event, answer)) this.#remove(head);
      else this.#retry = this.#options.clock.after(retryMsOf(answer), () => this.#sendNext());
    });
  }

  /** Acknowledged, or refused for good: a message that the gateway never accepts must not block the others. */
  #isSettled(event: string, answer: Answer | undefined): boolean {
    if (answer?.ok === true) return true;
    const code = answer?.error?.code ?? 'malformed';
    if (isRetryable(code)) return false;
    this.#options.log.warn('report refused', { event, code, reason: answer?.error?.message });
    return true;
  }

  #remove(report: Report): void {
    this.#pending = this.#pending.filter((other) => other !== report);
    if (report.event === commandProgress.name) this.#options.onProgressSettled?.(report.payload);
    this.#save();
    if (this.#pending.length > 0) this.#sendNext();
    else this.#notifyDelivered();
  }

  #notifyDelivered(): void {
    for (const notify of this.#onDelivered.splice(0)) notify();
  }

  #dropOne(): void {
    const [dropped] = this.#pending.splice(Math.max(this.#pending.findIndex(isIntermediate), 0), 1);
    this.#options.log.warn('report queue full, report dropped', { event: dropped?.event });
  }

  /**
   * @returns whether the queue is on the disk. While that is full, it is kept in memory, and the next change tries
   *   again.
   */
  #save(): boolean {
    const { store, log } = this.#options;
    try {
      store.write(QUEUE_FILE, JSON.stringify(this.#pending));
      return true;
    } catch (error) {
      log.warn('reports not stored', { reason: shortReasonOf(error) });
      return false;
    }
  }
}

/** A refusal over the budget names the time of the next try. */
const retryMsOf = (answer: Answer | undefined): number => Math.max(RETRY_MS, answer?.error?.retry_after_ms ?? 0);

/** A later report says the same and more. */
const isIntermediate = ({ payload }: Report): boolean =>
  'state' in payload && ['accepted', 'running', 'alive'].includes(payload.state);

function readPending(store: StateStore): Report[] {
  const read = (file: string): unknown => JSON.parse(store.read(file) ?? '[]');
  try {
    const earlier = commandProgress.payload.array().parse(read(QUEUE_FILE_OF_EARLIER_VERSIONS));
    return [
      ...earlier.map((payload) => ({ event: commandProgress.name, payload })),
      ...Report.array().parse(read(QUEUE_FILE)),
    ];
  } catch {
    // A damaged file must not prevent the start: the ledger has the commands whose end is not reported.
    return [];
  }
}
