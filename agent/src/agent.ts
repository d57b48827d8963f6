import { AgentSettings } from '@vigil/shared/contract/events/agent-down/settings';
import type { AgentObserver } from './agent-observer.ts';
import type { AgentSocket } from './agent-socket.ts';
import { ServerClock, systemClock, type Clock } from './clock.ts';
import { CommandLedger } from './command-ledger.ts';
import { CommandRunner } from './command-runner.ts';
import { Connection, type ConnectionState, type TerminationReason } from './connection.ts';
import { Enrolment } from './enrolment.ts';
import type { PowerControl, Updater } from './executors/executor.ts';
import type { Host } from './host/host.ts';
import type { PostJson } from './http-post.ts';
import { silentLog, type Log } from './log.ts';
import { ProgressQueue } from './progress-queue.ts';
import { RateLimits } from './rate-limits.ts';
import { Reports } from './reports.ts';
import { ScreenStream } from './screen-stream.ts';
import { Settings } from './settings.ts';
import type { Signer } from './signer.ts';
import type { StateStore } from './state-store.ts';
import { strictTransport, type Transport } from './transport.ts';

export interface AgentOptions {
  /** Base URL of the API. This and `enrolToken` are needed until the device is enrolled. */
  server?: string | undefined;
  enrolToken?: string | undefined;
  /** The device's first name in the console; the host's own name without it. */
  name?: string | undefined;
  version: string;
  signer: Signer;
  store: StateStore;
  host: Host;
  /** `null` refuses reboot and shutdown. */
  power?: PowerControl | null;
  /** `null` refuses updates. */
  updater?: Updater | null;
  clock?: Clock;
  random?: () => number;
  log?: Log;
  post?: PostJson;
  /** Encrypted connections only, beyond this device, by default. */
  transport?: Transport;
  observer?: AgentObserver;
}

/** Why an agent ended: `restart` asks the process that runs it to start it again. */
export type AgentEnd = 'stopped' | 'restart' | TerminationReason;

export const createAgent = (options: AgentOptions): Agent => new Agent(options);

/** The agent of one device: enrols it once, keeps its connection, reports, and executes commands. */
export class Agent implements AsyncDisposable {
  /** Resolves when the agent has ended; it cannot be started again. */
  readonly ended: Promise<AgentEnd>;
  readonly #end: (end: AgentEnd) => void;
  readonly #log: Log;
  readonly #enrolment: Enrolment;
  readonly #settings: Settings;
  readonly #progressQueue: ProgressQueue;
  readonly #serverClock: ServerClock;
  readonly #reports: Reports;
  readonly #screen: ScreenStream;
  readonly #limits: RateLimits;
  readonly #commands: CommandRunner;
  readonly #connection: Connection;
  #hasEnded = false;

  constructor(options: AgentOptions) {
    const { store, host, version, signer, clock = systemClock, random = Math.random, log = silentLog } = options;
    const ending = Promise.withResolvers<AgentEnd>();
    this.ended = ending.promise;
    this.#end = ending.resolve;
    this.#log = log;
    const serverClock = new ServerClock(clock);
    this.#serverClock = serverClock;
    const serverNow = () => serverClock.now();
    const { server, enrolToken, name, post, transport = strictTransport, observer = {} } = options;
    const settings = new Settings({
      store,
      log,
      onApplied: (previous) => {
        this.#reports.onSettingsApplied(previous);
        this.#screen.onSettingsApplied();
      },
    });
    this.#settings = settings;
    const limits = new RateLimits({ clock, log });
    this.#limits = limits;
    const clocks = { clock, serverClock, serverNow };
    const parts = { ...clocks, limits, store, host, version, signer, settings, random, log, observer };
    this.#enrolment = new Enrolment({ ...parts, server, enrolToken, name, post, transport });
    this.#progressQueue = new ProgressQueue(parts);
    this.#reports = new Reports(parts);
    this.#screen = new ScreenStream(parts);
    this.#commands = new CommandRunner({
      ledger: new CommandLedger(store),
      progressQueue: this.#progressQueue,
      context: {
        host,
        power: options.power ?? null,
        updater: options.updater ?? null,
        reports: this.#reports,
        settings,
        lifecycle: {
          restart: () => this.stop('restart'),
          removeDevice: () => this.#terminate('deleted', 'delete command'),
        },
      },
      now: () => clock.now(),
      serverNow,
      log,
      observer,
    });
    this.#connection = new Connection({
      gatewayUrl: () => this.#enrolment.gatewayUrl,
      handshake: () => this.#enrolment.createHandshake(),
      renewCredential: () => this.#enrolment.renewCredential(),
      onServerTime: (ms) => serverClock.synchronise(ms),
      onSocket: (socket) => this.#addListeners(socket),
      onConnected: (socket) => {
        observer.connected?.();
        log.info('connected', { gateway: this.#enrolment.gatewayUrl });
        this.#attachSocket(socket);
      },
      onDisconnected: (reason) => {
        observer.disconnected?.(reason);
        log.info('disconnected', { reason });
        this.#attachSocket(null);
      },
      onTerminated: (termination, reason) => this.#terminate(termination, reason),
      clock,
      random,
      log,
    });
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  /** The device's id; throws before the device is enrolled. */
  get guid(): string {
    return this.#enrolment.identity.guid;
  }

  /** The socket while it is connected; for tests and scenarios. */
  get socket(): AgentSocket | null {
    return this.#connection.socket;
  }

  /** Resolves once the device is enrolled and its connection is being opened; rejects when it cannot be enrolled. */
  async start(): Promise<void> {
    try {
      await this.#enrolment.ensure();
    } catch (error) {
      if (!this.#hasEnded) throw error;
    }
    if (this.#hasEnded) return;
    this.#commands.resume();
    this.#connection.open();
  }

  stop(end: AgentEnd = 'stopped'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#connection[Symbol.dispose]();
    this.#reports[Symbol.dispose]();
    this.#screen[Symbol.dispose]();
    this.#progressQueue[Symbol.dispose]();
    this.#enrolment[Symbol.dispose]();
    this.#end(end);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.ended;
  }

  #addListeners(socket: AgentSocket): void {
    socket.on('settings', (raw) => this.#receiveSettings(raw));
    socket.on('rate_limited', (raw) => this.#limits.receive(raw));
    socket.on('capture', (raw) => this.#screen.receiveDemand(raw));
    socket.on('command', (raw, answer: unknown) => {
      this.#commands.receive(
        raw,
        typeof answer === 'function' ? (answer as (value: unknown) => void) : () => undefined,
      );
    });
  }

  #receiveSettings(raw: unknown): void {
    const parsed = AgentSettings.safeParse(raw);
    if (!parsed.success) {
      this.#log.warn('malformed settings ignored');
      return;
    }
    const { server_time, ...settings } = parsed.data;
    if (server_time !== undefined) this.#serverClock.synchronise(server_time);
    this.#settings.apply(settings);
  }

  #attachSocket(socket: AgentSocket | null): void {
    this.#screen.attachSocket(socket);
    this.#reports.attachSocket(socket);
    this.#progressQueue.attachSocket(socket);
  }

  #terminate(termination: TerminationReason, reason: string): void {
    if (termination === 'deleted') {
      // Everything that belongs to the device goes: enrolled again, this host is another device.
      this.#enrolment.remove();
      this.#settings.remove();
      this.#reports.forgetInventory();
      this.#log.warn('device deleted, local identity removed', { reason });
    } else {
      this.#log.warn('connection superseded by another agent', { reason });
    }
    this.stop(termination);
  }
}
