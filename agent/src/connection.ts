import { HandshakeRefusal, type AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { createAgentSocket, type AgentSocket } from './agent-socket.ts';
import { BackOff } from './back-off.ts';
import type { Clock } from './clock.ts';
import { ApiRefusal } from './enrol.ts';
import { reasonOf, type Log } from './log.ts';
import { reactionTo, type Reaction } from './refusals.ts';

/** Why a connection ended for good. */
export type Farewell = 'superseded' | 'deleted';

export interface ConnectionOptions {
  /** Read at each attempt, since a renewal may move the agent to another gateway. */
  gatewayUrl: () => string;
  /** A fresh proof for each attempt. */
  handshake: () => AgentHandshake;
  /** Asks the API for a fresh credential; throws when it gives none. */
  renew: () => Promise<void>;
  onServerTime: (ms: number) => void;
  /** A new socket, before it opens: the place to put listeners on it. */
  onSocket: (socket: AgentSocket) => void;
  onConnected: (socket: AgentSocket) => void;
  onDisconnected: (reason: string) => void;
  onFarewell: (farewell: Farewell, reason: string) => void;
  clock: Clock;
  random: () => number;
  log: Log;
}

export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'waiting' | 'closed';

/** Covers what the socket's own timeout does not: a gateway that opens the transport and never lets the agent in. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** How often in a row a refusal may be answered with an attempt at once; beyond that it waits as after any failure. */
const MAX_AT_ONCE = 3;

/** An agent whose credential is refused asks again seldom: only a person can change the answer. */
const LONG_WAIT_MS = { min: 30_000, max: 90_000 };

/** Keeps one socket to the gateway: opens it, answers refusals, and comes back after a jittered wait. */
export class Connection implements Disposable {
  readonly #options: ConnectionOptions;
  readonly #backOff: BackOff;
  #state: ConnectionState = 'idle';
  #socket: AgentSocket | null = null;
  #socketUrl = '';
  #timer: Disposable | null = null;
  #atOnce = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#backOff = new BackOff(options.random);
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The socket while it is connected. */
  get socket(): AgentSocket | null {
    return this.#state === 'connected' ? this.#socket : null;
  }

  open(): void {
    if (this.#state === 'idle') this.#attempt();
  }

  [Symbol.dispose](): void {
    const wasConnected = this.#state === 'connected';
    this.#enter('closed');
    this.#socket?.off();
    this.#socket?.disconnect();
    this.#socket = null;
    if (wasConnected) this.#options.onDisconnected('closed');
  }

  #enter(state: ConnectionState, timer: Disposable | null = null): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = timer;
    this.#state = state;
  }

  #attempt(): void {
    const socket = this.#socketOfToday();
    this.#enter(
      'connecting',
      this.#options.clock.after(ATTEMPT_TIMEOUT_MS, () => this.#fail('timeout')),
    );
    socket.connect();
  }

  /** One socket serves all attempts, as long as the gateway's address stays. */
  #socketOfToday(): AgentSocket {
    const url = this.#options.gatewayUrl();
    if (this.#socket !== null && url === this.#socketUrl) return this.#socket;
    this.#socket?.off();
    this.#socket?.disconnect();
    const socket = createAgentSocket(url, this.#options.handshake);
    socket.on('connect', () => this.#welcome(socket));
    socket.on('connect_error', (error: Error & { data?: unknown }) => void this.#refused(error));
    socket.on('disconnect', (reason) => this.#fail(reason));
    socket.on('superseded', ({ reason }) => this.#bid('superseded', reason));
    socket.on('deleted', ({ reason }) => this.#bid('deleted', reason));
    this.#options.onSocket(socket);
    this.#socketUrl = url;
    this.#socket = socket;
    return socket;
  }

  #welcome(socket: AgentSocket): void {
    if (this.#state !== 'connecting') return;
    this.#enter('connected');
    this.#backOff.reset();
    this.#atOnce = 0;
    this.#options.onConnected(socket);
  }

  #bid(farewell: Farewell, reason: string): void {
    this[Symbol.dispose]();
    this.#options.onFarewell(farewell, reason);
  }

  #lose(reason: string): void {
    const wasConnected = this.#state === 'connected';
    this.#enter('waiting');
    this.#socket?.disconnect();
    if (wasConnected) this.#options.onDisconnected(reason);
  }

  #fail(reason: string): void {
    if (this.#state !== 'connecting' && this.#state !== 'connected') return;
    this.#lose(reason);
    this.#retryAfter(this.#backOff.next());
  }

  #retryAfter(ms: number): void {
    this.#enter(
      'waiting',
      this.#options.clock.after(ms, () => this.#attempt()),
    );
  }

  async #refused(error: Error & { data?: unknown }): Promise<void> {
    if (this.#state !== 'connecting') return;
    const refusal = HandshakeRefusal.safeParse(error.data);
    if (!refusal.success) return this.#fail(reasonOf(error));
    const { code, server_time } = refusal.data;
    this.#options.log.warn('the gateway refused this agent', { code });
    if (server_time !== undefined) this.#options.onServerTime(server_time);
    this.#lose(code);
    const again = await this.#answer(code);
    if (this.state !== 'waiting') return;
    if (again === 'never') return this.#bid('deleted', code);
    this.#retryAfter(this.#waitFor(again));
  }

  /** Does what the refusal asks for, and says when to try again. */
  async #answer(code: string): Promise<Reaction['again'] | 'never'> {
    const reaction = reactionTo(code);
    if (!reaction.renew) return reaction.again;
    try {
      await this.#options.renew();
      return this.#atOnce === 0 ? 'at-once' : reaction.again;
    } catch (error) {
      this.#options.log.warn('no fresh credential', { reason: reasonOf(error) });
      if (!(error instanceof ApiRefusal)) return 'soon';
      return error.code === 'agent_deleted' ? 'never' : lasting(reactionTo(error.code).again);
    }
  }

  #waitFor(again: 'at-once' | 'soon' | 'long'): number {
    if (again === 'long') return LONG_WAIT_MS.min + this.#options.random() * (LONG_WAIT_MS.max - LONG_WAIT_MS.min);
    if (again === 'soon' || this.#atOnce >= MAX_AT_ONCE) return this.#backOff.next();
    this.#atOnce += 1;
    return 0;
  }
}

/** A refused renewal is not repeated at once, whatever the refusal. */
const lasting = (again: Reaction['again']): Reaction['again'] => (again === 'at-once' ? 'soon' : again);
