import { randomUUID } from 'node:crypto';
import type { AgentStartIdentity } from '@vigil/shared/contract/agent-facts';
import type { PayloadOf } from '@vigil/shared/contract/event';
import type { CommandAnswer } from '@vigil/shared/contract/events/agent-down/command';
import type { commandProgress } from '@vigil/shared/contract/events/agent-up/command-progress';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import type { CommandType } from '@vigil/shared/contract/names';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { commands, commandSteps } from '@vigil/shared/platform/db/schema/commands';
import type { StreamEntry } from '@vigil/shared/platform/redis/stream';
import { asc, eq } from 'drizzle-orm';
import { deliverCommand } from '../commands/deliver-commands.ts';
import { endOverdueCommands } from '../commands/expire-commands.ts';
import type { DeliveryOutcome } from '../commands/gateway-client.ts';
import { endObservedCommands } from '../commands/observe-effects.ts';
import type { Deps } from '../deps.ts';
import { createEntryBatchPersister } from '../stream/persist.ts';
import { signCommand } from './sign-command.ts';
import type { WorkersTestContext } from './test-workers.ts';
import { UnreadStreams } from './unread-streams.ts';

const MINUTE_MS = 60_000;
/** A device and its agent take some time to start. */
const START_MS = 5_000;

type Progress = PayloadOf<typeof commandProgress>;

/**
 * A device whose agent runs one command, and the servers around it. What the agent sends may be lost, late or repeated;
 * every process may end after any step, which is what leaving out its next step amounts to.
 */
export class CommandWorld {
  readonly id = CommandId.parse(randomUUID());
  readonly #workers: WorkersTestContext;
  readonly type: CommandType;
  readonly device: DevicePk;
  /** Of servers, in milliseconds since 1970. */
  now = Date.now();
  facts = { boot_id: randomUUID(), agent_start_id: randomUUID(), cs_ver: '1.0.0' };
  online = true;
  /** Whether its agent is a version that is tried. */
  onTrial = false;
  /**
   * The ledger of the agent: what it was when it accepted the command, and whether it has carried it out, or ended
   * before.
   */
  accepted: (AgentStartIdentity & { state: 'pending' | 'done' | 'interrupted' | 'unknown' }) | null = null;
  /** How much gateways had seen when the agent accepted it, also in the same millisecond. */
  seenBeforeAccepted = 0;
  executions = 0;
  /** For how long servers saw the device offline at most, in milliseconds. */
  longestOfflineMs = 0;
  /** While they do not, what gateways report waits on the streams, and nothing is sent or judged. */
  workersRun = true;
  /** What gateways have seen of the device: its facts, or null when it went offline, and when. */
  readonly seen: { readonly at: number; readonly facts: AgentStartIdentity | null }[] = [];
  readonly #unread: UnreadStreams;
  #offlineAt: number | null = null;
  #reports: Progress[] = [];
  #seq = 0;

  constructor(workers: WorkersTestContext, { type, device }: { type: CommandType; device: DevicePk }) {
    this.#workers = workers;
    this.type = type;
    this.device = device;
    this.#unread = new UnreadStreams(workers);
  }

  get deps(): Deps {
    return { ...this.#workers.deps, now: () => this.now };
  }

  async start(): Promise<void> {
    await this.#unread.clear();
    await this.storeState();
    await this.storeFacts();
    this.now += START_MS;
    this.#deadline = this.now + MINUTE_MS;
    const deadline = new Date(this.now + MINUTE_MS);
    const { id, type, device } = this;
    const signed = await signCommand(this.#workers, { id, type, device, deadline });
    await this.#workers.deps.database.asSystem((tx) =>
      tx.insert(commands).values({
        id,
        type,
        deadline,
        ...signed,
        companyFk: this.#workers.company,
        deviceFk: device,
        deviceAlias: 'Device',
        createdAt: new Date(this.now),
      }),
    );
  }

  /**
   * One attempt of a worker. `isHeard`: the command reaches the agent; `isAnswered`: its answer the worker; `survives`:
   * the worker.
   */
  async deliver({ isHeard = true, isAnswered = true, survives = true, refusal = '' } = {}): Promise<void> {
    if (!this.workersRun) return;
    const deliver = (): Promise<DeliveryOutcome> => {
      if (!this.online) return Promise.resolve({ kind: 'offline' });
      if (refusal !== '')
        return Promise.resolve({
          kind: 'answered',
          answer: { ok: false, state: 'failed', error: { code: refusal } },
        });
      const answer = isHeard ? this.#answer() : null;
      if (!survives) throw new Error('the worker ends');
      return Promise.resolve(answer && isAnswered ? { kind: 'answered', answer } : { kind: 'unanswered' });
    };
    const gateways = { ...this.#workers.deps.gateways, deliver };
    await deliverCommand({ ...this.deps, gateways }, { id: this.id, company: this.#workers.company }).catch(
      () => undefined,
    );
  }

  #answer(): CommandAnswer {
    const late = this.now >= this.#deadline;
    if (this.accepted === null && late) return { ok: false, state: 'failed', error: { code: 'command_expired' } };
    if (this.accepted === null) {
      this.accepted = { ...this.facts, state: 'pending' };
      this.seenBeforeAccepted = this.seen.length;
      this.#reports.push(this.#report('running'));
    }
    const { state, ...before } = this.accepted;
    if (state === 'interrupted') return { ok: false, state: 'failed', before, error: { code: 'agent_interrupted' } };
    return { ok: true, state: state === 'done' ? 'done' : 'accepted', before };
  }

  #deadline = 0;

  #report(state: Progress['state']): Progress {
    const { state: _state, ...before } = this.accepted!;
    return { id: this.id, state, before, ...(state === 'failed' ? { message: 'agent_interrupted' } : {}) };
  }

  /** The agent carries the command out, with or without the effect. */
  execute({ works = true } = {}): void {
    if (this.accepted?.state !== 'pending' || !this.online) return;
    this.executions += 1;
    this.accepted.state = 'done';
    this.#reports.push(this.#report('done'));
    if (works) this.takeEffect();
  }

  /**
   * The process of the agent ends, and starts again: what it has not carried out yet, it never begins again. Of the
   * power of its device it says nothing, because servers see that; the others end as `resume` of their executors says.
   */
  restartAgent(): void {
    if (!this.online) return;
    this.facts = { ...this.facts, agent_start_id: randomUUID() };
    if (this.accepted?.state !== 'pending') return;
    if (this.type === 'reboot' || this.type === 'shutdown') this.accepted.state = 'unknown';
    else if (this.type === 'agent_restart') this.#end('done');
    else this.#end('interrupted');
  }

  #end(state: 'done' | 'interrupted'): void {
    this.accepted!.state = state;
    this.#reports.push(this.#report(state === 'done' ? 'done' : 'failed'));
  }

  /** The new version of an update starts on trial, and connects. */
  tryUpdate(): void {
    this.takeEffect();
    this.onTrial = true;
  }

  /** The former version runs again, and says why. */
  returnFromUpdate(former: string, reason: ProblemCode): void {
    this.facts = { ...this.facts, agent_start_id: randomUUID(), cs_ver: former };
    this.onTrial = false;
    this.#reports.push({ ...this.#report('failed'), message: reason });
  }

  takeEffect(): void {
    const start = { agent_start_id: randomUUID() };
    if (this.type === 'reboot' || this.type === 'agent_restart' || this.type === 'update')
      this.facts = {
        ...this.facts,
        ...start,
        ...(this.type === 'reboot' ? { boot_id: randomUUID() } : {}),
        ...(this.type === 'update' ? { cs_ver: `1.0.${(this.#seq += 1)}` } : {}),
      };
    else if (this.type === 'shutdown') this.online = false;
  }

  /** What a person does at the device, without a command. */
  rebootByHand(): void {
    if (!this.online) return;
    this.now += START_MS;
    this.facts = { ...this.facts, boot_id: randomUUID(), agent_start_id: randomUUID() };
  }

  storeFacts(): Promise<void> {
    if (!this.online) return Promise.resolve();
    const text = '';
    const names = { time_zone: text, user_os_str: text, s_pri_ip: text, s_pub_ip: text, ip_addr: text, netmask: text };
    const rest = { gateway: text, dns: text, mac_addr: text, bios: text, processor: text, protocol: 2 };
    const systemInfo = { system_time: text, running_time: 1, ...names, ...rest, ...this.facts, ...this.#trial() };
    const data = { device: this.device, systemInfo };
    this.seen.push({ at: this.now, facts: this.facts });
    return this.#append({ id: `${this.now}-0`, company: this.#workers.company, kind: 'system_info', seq: 0, data });
  }

  readonly #trial = () => (this.onTrial ? { on_trial: true } : {});

  storeState(): Promise<void> {
    const kind = this.online ? 1 : 0;
    this.#offlineAt = this.online ? null : (this.#offlineAt ?? this.now);
    const data = [[this.device, kind, this.now, randomUUID()] as [DevicePk, 0 | 1, number, string]];
    this.#seq += 1;
    if (!this.online) this.seen.push({ at: this.now, facts: null });
    const entry = { id: `${this.now}-0`, company: this.#workers.company, seq: this.#seq };
    return this.#append({ ...entry, kind: 'state', data });
  }

  /** What was appended is read in its order: at once, unless the workers are away or behind. */
  #append(entry: StreamEntry): Promise<void> {
    if (this.workersRun && this.#unread.size === 0) return createEntryBatchPersister(this.deps)([entry]);
    return this.#unread.append(entry);
  }

  /** The workers read what waits on the streams, or the oldest `count` entries of it. */
  async readStreams(count?: number): Promise<void> {
    if (this.workersRun) await this.#unread.read(this.deps, count);
  }

  /** The report queue of the agent is emptied; a report may arrive twice. */
  async sendReports({ times = 1 } = {}): Promise<void> {
    if (!this.online) return;
    const reports = this.#reports;
    this.#reports = [];
    for (let i = 0; i < times; i += 1) {
      for (const progress of reports) {
        const entry = { id: `${this.now}-0`, company: this.#workers.company, seq: 0 };
        await this.#append({ ...entry, kind: 'command', data: { device: this.device, progress, at: this.now } });
      }
    }
  }

  async sweep(ms = 0): Promise<void> {
    this.now += ms;
    this.longestOfflineMs = Math.max(this.longestOfflineMs, this.now - (this.#offlineAt ?? this.now));
    if (!this.workersRun) return;
    await endObservedCommands(this.deps);
    await endOverdueCommands(this.deps);
  }

  async row() {
    const [row] = await this.#workers.deps.database.asSystem((tx) =>
      tx.select().from(commands).where(eq(commands.id, this.id)),
    );
    return row!;
  }

  async steps() {
    return this.#workers.deps.database.asSystem((tx) =>
      tx.select().from(commandSteps).where(eq(commandSteps.commandFk, this.id)).orderBy(asc(commandSteps.pk)),
    );
  }
}
