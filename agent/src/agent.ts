import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AgentSettings } from '@vigil/shared/contract/events/agent-down/settings';
import type { AgentObserver } from './agent-observer.ts';
import type { AgentSocket } from './agent-socket.ts';
import { ServerClock, systemClock, type Clock } from './clock.ts';
import { CommandAuthority } from './command-authority.ts';
import { CommandLedger } from './command-ledger.ts';
import { CommandRunner } from './command-runner.ts';
import { Connection, type ConnectionState, type TerminationReason } from './connection.ts';
import { DailyAgentRestart } from './daily-agent-restart.ts';
import { deviceFingerprint } from './device-fingerprint.ts';
import { Enrolment } from './enrolment.ts';
import type { Installer, PowerControl, Updater } from './executors/executor.ts';
import { openDownload } from './file-download.ts';
import { GatewayRateLimits } from './gateway-rate-limits.ts';
import type { Host } from './host/host.ts';
import { createPostJson, type PostJson } from './http-post.ts';
import { IdleRestarter } from './idle-restarter.ts';
import { silentLog, type Log } from './log.ts';
import { PolicyComplianceReporter } from './policy-reporter.ts';
import { RemoteDesktops } from './remote-desktop/remote-desktops.ts';
import { RemoteSessionManager } from './remote-sessions.ts';
import { ReportQueue } from './report-queue.ts';
import { AgentReporter } from './reports.ts';
import { ScreenStream } from './screen-stream.ts';
import { strictConnectionPolicy, type ServerConnectionOptions } from './server-address.ts';
import { LastReceivedSettings } from './settings.ts';
import type { Signer } from './signer.ts';
import { RemoteSessionSleepInhibitor } from './sleep-inhibitor.ts';
import type { StateStore } from './state-store.ts';
import { TrackedInstaller } from './tracked-installer.ts';

export interface AgentOptions {
  /** Base URL of the API. This and `enrolToken` are needed until the device is enrolled. */
  server?: string | undefined;
  enrolToken?: string | undefined;
  /** The device's first name in the console; the host's own name without it. */
  name?: string | undefined;
  version: string;
  /** Whether an update tries this version, so that servers wait until it stays. */
  onTrial?: boolean;
  signer: Signer;
  store: StateStore;
  host: Host;
  /** `null` refuses reboot and shutdown. */
  power?: PowerControl | null;
  /** `null` refuses updates. */
  updater?: Updater | null;
  /** `null` refuses applications. */
  installer?: Installer | null;
  clock?: Clock;
  random?: () => number;
  log?: Log;
  post?: PostJson;
  /** Encrypted connections only, beyond this device, by default. */
  transport?: ServerConnectionOptions;
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
  readonly #settings: LastReceivedSettings;
  readonly #reportQueue: ReportQueue;
  readonly #serverClock: ServerClock;
  readonly #reports: AgentReporter;
  readonly #screen: ScreenStream;
  readonly #limits: GatewayRateLimits;
  readonly #sessions: RemoteSessionManager;
  readonly #desktops: RemoteDesktops;
  readonly #awake: RemoteSessionSleepInhibitor;
  readonly #policies: PolicyComplianceReporter;
  readonly #authority: CommandAuthority;
  readonly #commands: CommandRunner;
  readonly #restart: DailyAgentRestart;
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
    const deadlineClock = new ServerClock(clock);
    const { server, enrolToken, name, transport = strictConnectionPolicy, observer = {} } = options;
    const settings = new LastReceivedSettings({
      store,
      log,
      onApplied: (previous) => {
        this.#reports.onSettingsApplied(previous);
        this.#screen.onSettingsApplied();
        this.#restart.schedule();
        this.#awake.update();
        this.#policies.check();
        if (settings.current.proxy !== previous.proxy) this.#connection.reconnect('route');
      },
    });
    this.#settings = settings;
    const { post = createPostJson(() => settings.current.proxy) } = options;
    const limits = new GatewayRateLimits({ clock, log });
    this.#limits = limits;
    const starts = { boot_id: host.bootId(), agent_start_id: randomUUID() };
    const clocks = { clock, serverClock, serverNow, deadlineClock };
    const parts = { ...clocks, limits, store, host, version, signer, settings, random, log, observer };
    this.#enrolment = new Enrolment({
      ...parts,
      server,
      enrolToken,
      name,
      post,
      transport,
      onFirstKeys: () => this.#connection.reconnect('handshake'),
    });
    this.#reportQueue = new ReportQueue({
      ...parts,
      onProgressSettled: (progress) => this.#commands.reported(progress),
    });
    this.#reports = new AgentReporter({ ...parts, starts, onTrial: options.onTrial ?? false });
    this.#screen = new ScreenStream(parts);
    this.#awake = new RemoteSessionSleepInhibitor({ ...parts, onChanged: () => this.#policies.check() });
    this.#policies = new PolicyComplianceReporter({ ...parts, awake: this.#awake });
    this.#desktops = new RemoteDesktops({
      ...parts,
      transport,
      guid: () => this.guid,
      gatewayUrl: () => this.#enrolment.gatewayUrl,
      proxy: () => settings.current.proxy,
      trustedKey: (keyId) => this.#authority.trustedKey(keyId),
      onHandedOver: (handOver) => this.#sessions.reportHandOver(handOver),
      onInputLocked: (change) => this.#sessions.reportInputLock(change),
      onConsentAnswered: (answered) => this.#sessions.reportConsent(answered),
      onEnded: (sessions, reason) => this.#sessions.endAtDevice(sessions, reason),
    });
    this.#sessions = new RemoteSessionManager({
      ...parts,
      awake: this.#awake,
      desktops: this.#desktops,
      reportQueue: this.#reportQueue,
    });
    this.#authority = new CommandAuthority({
      identity: () => this.#enrolment.identity,
      isCurrent: () => this.#enrolment.isCurrent,
      renew: () => this.#enrolment.renewCredential(),
      clock,
      deadlineClock,
      log,
    });
    const restart = () => this.stop('restart');
    const installer = options.installer ? new TrackedInstaller(options.installer) : null;
    const restarts = new IdleRestarter({ sessions: this.#sessions, installations: installer, restart, log });
    this.#restart = new DailyAgentRestart({ clock, settings, restarts, guid: () => this.guid, restart, log });
    this.#commands = new CommandRunner({
      authority: this.#authority,
      facts: { ...starts, cs_ver: version },
      ledger: new CommandLedger(store),
      reportQueue: this.#reportQueue,
      context: {
        host,
        power: options.power ?? null,
        updater: options.updater ?? null,
        installer,
        version,
        log,
        releaseKey: (keyId) => this.#enrolment.releaseKey(keyId),
        downloadApplication: (path, signal) => this.#download('application', { path }, signal),
        downloadRelease: (path, offset, signal) => this.#download('release', { path, offset }, signal),
        serverNow: () => deadlineClock.now(),
        reports: this.#reports,
        settings,
        sessions: this.#sessions,
        lifecycle: {
          restart: (when) => restarts.restart(when),
        },
      },
      now: () => clock.now(),
      deadlineNow: () => deadlineClock.now(),
      log,
      observer,
    });
    this.#connection = new Connection({
      gatewayUrl: () => this.#enrolment.gatewayUrl,
      proxy: () => settings.current.proxy,
      handshake: () => this.#enrolment.createHandshake('connect'),
      renewCredential: () => this.#enrolment.renewCredential(),
      changeKey: async () => {
        await this.#enrolment.requestNewKey();
        restart();
      },
      onServerTime: (ms) => this.#receiveTime(ms),
      onSocket: (socket) => this.#addListeners(socket),
      onConnected: (socket) => {
        observer.connected?.();
        log.info('connected', { gateway: this.#enrolment.gatewayUrl, key: deviceFingerprint(signer) });
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
    this.#restart.schedule();
    this.#connection.open();
  }

  stop(end: AgentEnd = 'stopped'): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#connection[Symbol.dispose]();
    this.#reports[Symbol.dispose]();
    this.#screen[Symbol.dispose]();
    this.#restart[Symbol.dispose]();
    this.#sessions[Symbol.dispose]();
    this.#desktops[Symbol.dispose]();
    this.#awake[Symbol.dispose]();
    this.#policies[Symbol.dispose]();
    this.#reportQueue[Symbol.dispose]();
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
    socket.on('watch_processes', (raw) => this.#reports.receiveWatchProcesses(raw));
    socket.on('session', (raw) => this.#sessions.receive(raw));
    socket.on('session_warning', (raw) => this.#sessions.receiveWarning(raw));
    socket.on('session_cut', (raw) => this.#sessions.receiveCut(raw));
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
    const { server_time, command_keys, ...settings } = parsed.data;
    if (server_time !== undefined) this.#receiveTime(server_time);
    if (command_keys !== undefined) this.#enrolment.receiveKeys(command_keys);
    this.#settings.apply(settings);
  }

  #receiveTime(ms: number): void {
    this.#serverClock.synchronise(ms);
    this.#authority.receiveTime(ms);
  }

  #attachSocket(socket: AgentSocket | null): void {
    this.#screen.attachSocket(socket);
    this.#reports.attachSocket(socket);
    this.#reportQueue.attachSocket(socket);
    this.#policies.attachSocket(socket);
    if (socket !== null) this.#sessions.reportAll();
  }

  #download(
    kind: 'application' | 'release',
    { path, ...more }: { readonly path: string; readonly offset?: number },
    signal: AbortSignal,
  ): Promise<Readable> {
    const { server } = this.#enrolment.identity;
    // The command names the path, which ends with its id.
    const proof = { ...this.#enrolment.createHandshake(`${kind}:${path.split('/').at(-1) ?? ''}`), ...more };
    return openDownload({ server, path, proof }, this.#settings.current.proxy, signal);
  }

  #terminate(termination: TerminationReason, reason: string): void {
    // Everything that belongs to the device goes: enrolled again, this host is another device.
    this.#enrolment.remove();
    this.#settings.remove();
    this.#reports.forgetInventory();
    this.#log.warn('device deleted, local identity put aside for 30 days', { reason });
    this.stop(termination);
  }
}
