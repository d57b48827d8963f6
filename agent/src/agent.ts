import { AgentSettings } from '@vigil/shared/contract/events/agent-down/settings';
import type { AgentObserver } from './agent-observer.ts';
import type { AgentSocket } from './agent-socket.ts';
import { ServerClock, systemClock, type Clock } from './clock.ts';
import { CommandLedger } from './command-ledger.ts';
import { Commands } from './commands.ts';
import { Connection, type ConnectionState, type Farewell } from './connection.ts';
import type { PowerRunner, Updater } from './executors/executor.ts';
import type { Host } from './host/host.ts';
import { silentLog, type Log } from './log.ts';
import { Membership } from './membership.ts';
import { Outbox } from './outbox.ts';
import { Reports } from './reports.ts';
import { ScreenStream } from './screen-stream.ts';
import type { Signer } from './signer.ts';
import type { StateStore } from './state-store.ts';

export interface AgentOptions {
  /** Base URL of the API. This and `enrolToken` are needed until the machine is enrolled. */
  server?: string | undefined;
  enrolToken?: string | undefined;
  /** The device's first name in the console; the host's own without it. */
  name?: string | undefined;
  version: string;
  signer: Signer;
  store: StateStore;
  host: Host;
  /** `null` refuses reboot and shutdown. */
  power?: PowerRunner | null;
  /** `null` refuses updates. */
  updater?: Updater | null;
  clock?: Clock;
  random?: () => number;
  log?: Log;
  fetch?: typeof fetch;
  observer?: AgentObserver;
}

/** Why an agent is no more: `restart` asks whoever runs it to start it again. */
export type AgentEnd = 'stopped' | 'restart' | Farewell;

export const createAgent = (options: AgentOptions): Agent => new Agent(options);

/** One machine's agent: enrols it once, keeps its connection, reports, and executes commands. */
export class Agent implements AsyncDisposable {
  /** Resolves when the agent is over; it cannot be started again. */
  readonly ended: Promise<AgentEnd>;
  readonly #end: (end: AgentEnd) => void;
  readonly #log: Log;
  readonly #membership: Membership;
  readonly #outbox: Outbox;
  readonly #serverClock: ServerClock;
  readonly #reports: Reports;
  readonly #screen: ScreenStream;
  readonly #commands: Commands;
  readonly #connection: Connection;
  #over = false;

  constructor(options: AgentOptions) {
    const { store, host, version, signer, clock = systemClock, random = Math.random, log = silentLog } = options;
    const ending = Promise.withResolvers<AgentEnd>();
    this.ended = ending.promise;
    this.#end = ending.resolve;
    this.#log = log;
    const serverClock = new ServerClock(clock);
    this.#serverClock = serverClock;
    const serverNow = () => serverClock.now();
    const { server, enrolToken, name, fetch } = options;
    const { observer = {} } = options;
    const parts = { store, host, version, signer, clock, serverClock, serverNow, random, log, observer };
    this.#membership = new Membership({ ...parts, server, enrolToken, name, fetch });
    this.#outbox = new Outbox(parts);
    this.#reports = new Reports(parts);
    this.#screen = new ScreenStream(parts);
    this.#commands = new Commands({
      ledger: new CommandLedger(store),
      outbox: this.#outbox,
      context: {
        host,
        power: options.power ?? null,
        updater: options.updater ?? null,
        reports: this.#reports,
        life: { restart: () => this.stop('restart'), forget: () => this.#leave('deleted', 'delete command') },
      },
      now: () => clock.now(),
      serverNow,
      log,
      observer,
    });
    this.#connection = new Connection({
      gatewayUrl: () => this.#membership.identity.gateway_url,
      handshake: () => this.#membership.prove(),
      renew: () => this.#membership.renew(),
      onServerTime: (ms) => serverClock.learn(ms),
      onSocket: (socket) => this.#listen(socket),
      onConnected: (socket) => {
        observer.connected?.();
        this.#speakOver(socket);
      },
      onDisconnected: (reason) => {
        observer.disconnected?.(reason);
        log.info('disconnected', { reason });
        this.#speakOver(null);
      },
      onFarewell: (farewell, reason) => this.#leave(farewell, reason),
      clock,
      random,
      log,
    });
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** The device's id; throws before the machine is enrolled. */
  get guid(): string {
    return this.#membership.identity.guid;
  }

  /** The socket while it is connected; for tests and scenarios. */
  get socket(): AgentSocket | null {
    return this.#connection.socket;
  }

  /** Resolves once the machine is enrolled and its connection is being opened; rejects when it cannot be enrolled. */
  async start(): Promise<void> {
    try {
      await this.#membership.join();
    } catch (error) {
      if (!this.#over) throw error;
    }
    if (this.#over) return;
    this.#commands.resume();
    this.#connection.open();
  }

  stop(end: AgentEnd = 'stopped'): void {
    if (this.#over) return;
    this.#over = true;
    this.#connection[Symbol.dispose]();
    this.#reports[Symbol.dispose]();
    this.#screen[Symbol.dispose]();
    this.#outbox[Symbol.dispose]();
    this.#membership[Symbol.dispose]();
    this.#end(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.ended;
  }

  #listen(socket: AgentSocket): void {
    socket.on('settings', (raw) => {
      const settings = AgentSettings.safeParse(raw);
      if (!settings.success) {
        this.#log.warn('malformed settings were passed over');
        return;
      }
      this.#reports.setInterval(settings.data.refresh_interval);
      if (settings.data.server_time !== undefined) this.#serverClock.learn(settings.data.server_time);
    });
    socket.on('capture', (raw) => this.#screen.demand(raw));
    socket.on('command', (raw, answer: unknown) => {
      this.#commands.receive(
        raw,
        typeof answer === 'function' ? (answer as (value: unknown) => void) : () => undefined,
      );
    });
  }

  #speakOver(socket: AgentSocket | null): void {
    if (socket !== null) this.#log.info('connected', { gateway: this.#membership.identity.gateway_url });
    this.#screen.streamOver(socket);
    this.#reports.reportOver(socket);
    this.#outbox.deliverOver(socket);
  }

  #leave(farewell: Farewell, reason: string): void {
    if (farewell === 'deleted') {
      this.#membership.forget();
      this.#log.warn('this device was deleted: the agent has forgotten it', { reason });
    } else {
      this.#log.warn('another agent took over for this device', { reason });
    }
    this.stop(farewell);
  }
}
