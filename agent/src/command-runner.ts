import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import { Command, commandArgs, type CommandArgs } from '@vigil/shared/contract/command';
import { AgentCommandType } from '@vigil/shared/contract/command';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import { commandProgress } from '@vigil/shared/contract/events/agent-up/command-progress';
import type { AgentObserver } from './agent-observer.ts';
import type { CommandAuthority } from './command-authority.ts';
import { isFinalState, type CommandLedger, type LedgerEntry } from './command-ledger.ts';
import {
  failedResult,
  interruptedResult,
  type StartResult,
  type ExecutorContext,
  type FinalResult,
  type RunResult,
} from './executors/executor.ts';
import { commandExecutors } from './executors/executors.ts';
import { fieldText } from './field-text.ts';
import { shortReasonOf, type Log } from './log.ts';
import type { ReportQueue } from './report-queue.ts';

export interface CommandRunnerOptions {
  /** The device now, which servers compare with what they see later. */
  facts: AgentStartIdentity;
  authority: Pick<CommandAuthority, 'admits'>;
  ledger: CommandLedger;
  reportQueue: ReportQueue;
  context: ExecutorContext;
  /** Milliseconds by the device's clock, comparable with its boot time. */
  now: () => number;
  /** Milliseconds by the API's clock. */
  deadlineNow: () => number;
  log: Log;
  observer: Pick<AgentObserver, 'commandReceived'>;
}

/** How long a command that turns the device off waits until its progress has reached the gateway. */
const DELIVERY_MS = 5_000;

/** Runs commands: each id once, none past its deadline, and every command ends with a final result. */
export class CommandRunner {
  readonly #options: CommandRunnerOptions;

  constructor(options: CommandRunnerOptions) {
    this.#options = options;
  }

  receive(raw: unknown, answer: (answer: CommandAnswer) => void): void {
    const parsed = Command.safeParse(raw);
    if (!parsed.success)
      return answer(answerOf(failedResult(isUnknownType(raw) ? 'unsupported_command' : 'malformed')));
    void this.#receiveChecked(parsed.data, answer);
  }

  async #receiveChecked(command: Command, answer: (answer: CommandAnswer) => void): Promise<void> {
    if (!(await this.#options.authority.admits(command))) {
      this.#options.log.warn('command refused: its signature is not valid', { id: command.id, type: command.type });
      // Not recorded: the genuine command may still come.
      return answer(answerOf(failedResult('signature_invalid')));
    }
    const known = this.#options.ledger.find(command.id);
    if (known) return answer(known.answer);

    this.#options.log.info('command received', { id: command.id, type: command.type });
    this.#options.observer.commandReceived?.(command.type);
    const decision = this.#decide(command);
    const entry: LedgerEntry = {
      id: command.id,
      type: command.type,
      started: this.#options.now(),
      answer: this.#answerTo(decision),
    };
    const problem = this.#record(entry);
    // What is not stored could run a second time after a restart.
    if (problem !== null && decision.state === 'accepted')
      return answer(answerOf(failedResult('command_refused', problem)));
    answer(entry.answer);
    if (decision.state === 'accepted') void this.#run(entry, decision.run);
  }

  /** @returns why the ledger could not store the entry, or null. An agent outlives a full disk. */
  #record(entry: LedgerEntry): string | null {
    const { ledger, log } = this.#options;
    try {
      ledger.record(entry);
      return null;
    } catch (error) {
      log.warn('command not stored', { id: entry.id, reason: shortReasonOf(error) });
      return shortReasonOf(error);
    }
  }

  /**
   * Called once at start: reports on the commands that were still open when the agent last ended, and on those whose
   * report may be lost. Where it does not know, the server does, by what it observes.
   */
  resume(): void {
    const { ledger, reportQueue, context } = this.#options;
    for (const entry of ledger.ended()) commandExecutors[entry.type].forget?.(entry.id, context);
    for (const entry of ledger.unreported()) if (!reportQueue.hasEndOf(entry.id)) this.#report(entry);
    for (const entry of ledger.unfinished()) {
      // It has ended, and the disk was too full for the ledger.
      if (reportQueue.hasEndOf(entry.id)) continue;
      const { resume } = commandExecutors[entry.type];
      const result = resume === undefined ? interruptedResult : resume(entry, context);
      if (result instanceof Promise) void this.#finishLater(entry, result);
      else if (result !== null) this.#finish(entry, result);
    }
  }

  async #finishLater(entry: LedgerEntry, result: Promise<FinalResult>): Promise<void> {
    this.#finish(entry, await result.catch((error: unknown) => failedResult('command_refused', shortReasonOf(error))));
  }

  #answerTo(decision: StartResult): CommandAnswer {
    if (decision.state !== 'accepted') return answerOf(decision);
    return { ok: true, state: 'accepted', before: this.#options.facts };
  }

  #decide({ type, deadline, args: rawArgs }: Command): StartResult {
    const { context, deadlineNow } = this.#options;
    if (Date.parse(deadline) <= deadlineNow()) return failedResult('command_expired');
    if (!context.settings.current.allowedCommands.has(type)) return failedResult('command_disabled');
    const args = commandArgs[type].safeParse(rawArgs);
    if (!args.success) return failedResult('malformed');
    try {
      return start(type, args.data as CommandArgs<AgentCommandType>, context);
    } catch (error) {
      return failedResult('command_refused', shortReasonOf(error));
    }
  }

  async #run(entry: LedgerEntry, run: (StartResult & { state: 'accepted' })['run']): Promise<void> {
    const { reportQueue } = this.#options;
    let isFinished = false;
    const finish = (result: FinalResult) => {
      isFinished = true;
      this.#finish(entry, result);
    };
    const outcome = await run({
      id: entry.id,
      report: (progress) => {
        this.#record(withAnswer(entry, { ok: true, state: 'running' }));
        reportQueue.push(commandProgress, { ...reportOf(entry), state: 'running', ...progress });
      },
      finish,
      delivered: () => reportQueue.delivered(DELIVERY_MS),
    }).catch((error: unknown): RunResult => failedResult('command_refused', shortReasonOf(error)));
    if (outcome.state !== 'pending' && !isFinished) finish(outcome);
  }

  /** A gateway has acknowledged a report. */
  reported({ id, state }: PayloadOf<typeof commandProgress>): void {
    const entry = this.#options.ledger.find(id);
    if (entry?.isReported !== false || !isFinalState(state)) return;
    this.#record({ ...entry, isReported: true });
  }

  /** In this order: after a crash at any point the end is either not known yet, or reported at the next start. */
  #finish(entry: LedgerEntry, result: FinalResult): void {
    const { context, log } = this.#options;
    const ended = { ...withAnswer(entry, answerOf(result)), isReported: false };
    const problem = this.#record(ended);
    this.#report(ended);
    if (problem === null) commandExecutors[entry.type].forget?.(entry.id, context);
    log.info('command finished', { id: entry.id, type: entry.type, state: result.state });
  }

  #report(ended: LedgerEntry): void {
    this.#options.reportQueue.push(commandProgress, { ...reportOf(ended), ...progressOf(ended.answer) });
  }
}

const start = <T extends AgentCommandType>(type: T, args: CommandArgs<T>, context: ExecutorContext): StartResult =>
  commandExecutors[type].start(args, context);

const reportOf = ({ id, answer: { before } }: LedgerEntry) => ({ id, ...(before === undefined ? {} : { before }) });

/** A repeated answer names the device as it was when the command was accepted. */
const withAnswer = (entry: LedgerEntry, answer: CommandAnswer): LedgerEntry => {
  const { before } = entry.answer;
  return { ...entry, answer: before === undefined ? answer : { ...answer, before } };
};

/** The longest message that the contract takes. */
const MAX_MESSAGE = 500;

const answerOf = (final: FinalResult): CommandAnswer =>
  final.state === 'done'
    ? { ok: true, state: 'done', ...(final.result === undefined ? {} : { result: final.result }) }
    : { ok: false, state: 'failed', error: final.error };

/** Of a final answer. `message` is the problem code where there is no further text: the client translates codes. */
const progressOf = ({ state, result, error }: CommandAnswer) =>
  state === 'done'
    ? { state, ...(result === undefined ? {} : { result }) }
    : { state, message: fieldText(error?.message ?? error?.code ?? 'command_refused', MAX_MESSAGE) };

const isUnknownType = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'type' in raw && !AgentCommandType.safeParse(raw.type).success;
