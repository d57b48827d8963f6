import { Command, CommandType, commandArgs, type CommandArgs } from '@vigil/shared/contract/command';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { AgentObserver } from './agent-observer.ts';
import type { CommandLedger, LedgerEntry } from './command-ledger.ts';
import {
  interrupted,
  refuse,
  type Decision,
  type ExecutorContext,
  type Final,
  type Outcome,
} from './executors/executor.ts';
import { executors } from './executors/executors.ts';
import { reasonOf, type Log } from './log.ts';
import type { Outbox } from './outbox.ts';

export interface CommandsOptions {
  ledger: CommandLedger;
  outbox: Outbox;
  context: ExecutorContext;
  /** Milliseconds by this machine's clock, to be compared with its boot time. */
  now: () => number;
  /** Milliseconds by the server's clock, to be compared with deadlines. */
  serverNow: () => number;
  log: Log;
  observer: Pick<AgentObserver, 'commandTaken'>;
}

/** How long an order to power off waits for the gateway to have heard of it. */
const DELIVERY_MS = 5_000;

/** Takes commands: each id runs once, nothing runs past its deadline, and every one ends with an answer. */
export class Commands {
  readonly #options: CommandsOptions;

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  receive(raw: unknown, answer: (answer: CommandAnswer) => void): void {
    const parsed = Command.safeParse(raw);
    if (!parsed.success) return answer(answerOf(refuse(isUnknownType(raw) ? 'unsupported_command' : 'malformed')));
    const command = parsed.data;
    const known = this.#options.ledger.find(command.id);
    if (known) return answer(known.answer);

    this.#options.log.info('command', { id: command.id, type: command.type });
    this.#options.observer.commandTaken?.(command.type);
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
    else decision.afterwards?.();
  }

  /** Called once at start: gives their final answer to commands that an earlier life of the agent left open. */
  resume(): void {
    for (const entry of this.#options.ledger.unfinished()) {
      const final = executors[entry.type].resume?.(entry, this.#options.context) ?? interrupted;
      this.#finish(entry, final);
    }
  }

  #decide(command: Command): Decision {
    if (Date.parse(command.deadline) <= this.#options.serverNow()) return refuse('command_expired');
    const args = commandArgs[command.type].safeParse(command.args);
    if (!args.success) return refuse('malformed');
    try {
      return start(command.type, args.data as CommandArgs<CommandType>, this.#options.context);
    } catch (error) {
      return refuse('command_refused', reasonOf(error));
    }
  }

  async #run(entry: LedgerEntry, run: (Decision & { state: 'accepted' })['run']): Promise<void> {
    const { ledger, outbox } = this.#options;
    let concluded = false;
    const conclude = (final: Final) => {
      concluded = true;
      this.#finish(entry, final);
    };
    const outcome = await run({
      report(news) {
        ledger.record({ ...entry, answer: { ok: true, state: 'running' } });
        outbox.push({ id: entry.id, state: 'running', ...news });
      },
      conclude,
      delivered: () => outbox.delivered(DELIVERY_MS),
    }).catch((error: unknown): Outcome => refuse('command_refused', reasonOf(error)));
    if (outcome.state !== 'pending' && !concluded) conclude(outcome);
  }

  #finish(entry: LedgerEntry, final: Final): void {
    const { ledger, outbox, log } = this.#options;
    ledger.record({ ...entry, answer: answerOf(final) });
    outbox.push({ id: entry.id, ...progressOf(final) });
    log.info('command ended', { id: entry.id, type: entry.type, state: final.state });
  }
}

const start = <T extends CommandType>(type: T, args: CommandArgs<T>, context: ExecutorContext): Decision =>
  executors[type].start(args, context);

const answerOf = (final: Final): CommandAnswer =>
  final.state === 'done'
    ? { ok: true, state: 'done', ...(final.result === undefined ? {} : { result: final.result }) }
    : { ok: false, state: 'failed', error: final.error };

/** `message` is a problem code where no text says more, since the screen knows how to say codes. */
const progressOf = (final: Final) =>
  final.state === 'done'
    ? { state: final.state, ...(final.result === undefined ? {} : { result: final.result }) }
    : { state: final.state, message: (final.error.message ?? final.error.code).slice(0, 500) };

const isUnknownType = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'type' in raw && !CommandType.safeParse(raw.type).success;
