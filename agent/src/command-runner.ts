import { Command, commandArgs, type CommandArgs } from '@vigil/shared/contract/command';
import { CommandType } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { AgentObserver } from './agent-observer.ts';
import type { CommandLedger, LedgerEntry } from './command-ledger.ts';
import {
  failure,
  interrupted,
  type Decision,
  type ExecutorContext,
  type FinalResult,
  type Outcome,
} from './executors/executor.ts';
import { executors } from './executors/executors.ts';
import { reasonOf, type Log } from './log.ts';
import type { ProgressQueue } from './progress-queue.ts';

export interface CommandRunnerOptions {
  ledger: CommandLedger;
  progressQueue: ProgressQueue;
  context: ExecutorContext;
  /** Milliseconds by the device's clock, comparable with its boot time. */
  now: () => number;
  /** Milliseconds by the server's clock, comparable with deadlines. */
  serverNow: () => number;
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
    if (!parsed.success) return answer(answerOf(failure(isUnknownType(raw) ? 'unsupported_command' : 'malformed')));
    const command = parsed.data;
    const known = this.#options.ledger.find(command.id);
    if (known) return answer(known.answer);

    this.#options.log.info('command received', { id: command.id, type: command.type });
    this.#options.observer.commandReceived?.(command.type);
    const decision = this.#decide(command);
    const entry: LedgerEntry = {
      id: command.id,
      type: command.type,
      started: this.#options.now(),
      answer: decision.state === 'accepted' ? { ok: true, state: 'accepted' } : answerOf(decision),
    };
    this.#options.ledger.record(entry);
    answer(entry.answer);
    if (decision.state === 'accepted') void this.#run(entry, decision.run);
    else decision.afterAnswer?.();
  }

  /** Called once at start: finishes the commands that were still open when the agent last ended. */
  resume(): void {
    for (const entry of this.#options.ledger.unfinished()) {
      this.#finish(entry, executors[entry.type].resume?.(entry, this.#options.context) ?? interrupted);
    }
  }

  #decide({ type, deadline, args: rawArgs }: Command): Decision {
    const { context, serverNow } = this.#options;
    if (Date.parse(deadline) <= serverNow()) return failure('command_expired');
    if (!context.settings.current.allowedCommands.has(type))
      return failure('command_refused', `the configuration of this device does not allow ${type}`);
    const args = commandArgs[type].safeParse(rawArgs);
    if (!args.success) return failure('malformed');
    try {
      return start(type, args.data as CommandArgs<CommandType>, context);
    } catch (error) {
      return failure('command_refused', reasonOf(error));
    }
  }

  async #run(entry: LedgerEntry, run: (Decision & { state: 'accepted' })['run']): Promise<void> {
    const { ledger, progressQueue } = this.#options;
    let isFinished = false;
    const finish = (result: FinalResult) => {
      isFinished = true;
      this.#finish(entry, result);
    };
    const outcome = await run({
      report(progress) {
        ledger.record({ ...entry, answer: { ok: true, state: 'running' } });
        progressQueue.push({ id: entry.id, state: 'running', ...progress });
      },
      finish,
      delivered: () => progressQueue.delivered(DELIVERY_MS),
    }).catch((error: unknown): Outcome => failure('command_refused', reasonOf(error)));
    if (outcome.state !== 'pending' && !isFinished) finish(outcome);
  }

  #finish(entry: LedgerEntry, result: FinalResult): void {
    const { ledger, progressQueue, log } = this.#options;
    ledger.record({ ...entry, answer: answerOf(result) });
    progressQueue.push({ id: entry.id, ...progressOf(result) });
    log.info('command finished', { id: entry.id, type: entry.type, state: result.state });
  }
}

const start = <T extends CommandType>(type: T, args: CommandArgs<T>, context: ExecutorContext): Decision =>
  executors[type].start(args, context);

const answerOf = (final: FinalResult): CommandAnswer =>
  final.state === 'done'
    ? { ok: true, state: 'done', ...(final.result === undefined ? {} : { result: final.result }) }
    : { ok: false, state: 'failed', error: final.error };

/** `message` is the problem code where there is no further text: the client translates codes. */
const progressOf = (final: FinalResult) =>
  final.state === 'done'
    ? { state: final.state, ...(final.result === undefined ? {} : { result: final.result }) }
    : { state: final.state, message: (final.error.message ?? final.error.code).slice(0, 500) };

const isUnknownType = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'type' in raw && !CommandType.safeParse(raw.type).success;
