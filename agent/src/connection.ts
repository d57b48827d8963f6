import { AgentHandshakeRefusal, type AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import { ApiRefusal } from './agent-api.ts';
import { createAgentSocket, type AgentSocket } from './agent-socket.ts';
import type { Clock } from './clock.ts';
import { shortReasonOf, type Log } from './log.ts';
import { proxyForAttempt, type ProxyAddress } from './proxy.ts';
import {
  RECONNECT_BACK_OFF,
  MAX_IMMEDIATE_RETRIES_AFTER_REFUSAL,
  PERMANENT_REFUSAL_WAIT_MS,
  SUPERSEDED_WAIT_MS,
  UNKNOWN_DEVICE_WAIT_MS,
} from './reconnect-waits.ts';
import { refusalPolicyOf, type RefusalPolicy } from './refusal-policy.ts';

/** Why the server ended a connection for good. */
export type TerminationReason = 'deleted';

export interface ConnectionOptions {
  /** Read at each attempt, since a renewal may assign another gateway. */
  gatewayUrl: () => string;
  /** Read at each attempt; every second one after a failure goes without it. */
  proxy: () => ProxyAddress;
  /** A new handshake for each attempt. */
  handshake: () => AgentHandshake;
  /** Requests a new credential from the API; rejects when it issues none. */
  renewCredential: () => Promise<unknown>;
  /** Makes the device one of its own, and ends this agent; rejects when the API refuses. */
  changeKey: () => Promise<void>;
  onServerTime: (ms: number) => void;
  /** Called with each new socket before it opens, for adding listeners. */
  onSocket: (socket: AgentSocket) => void;
  onConnected: (socket: AgentSocket) => void;
  onDisconnected: (reason: string) => void;
  onTerminated: (termination: TerminationReason, reason: string) => void;
  clock: Clock;
  random: () => number;
  log: Log;
}

export type ConnectionState = 'idle' | 'connecting' | 'connected' | 'waiting' | 'closed';

type Retry = RefusalPolicy['retry'];

/**
 * Covers what the socket's own timeout does not: a gateway that opens the transport and never completes the handshake.
 */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** Keeps one socket to the gateway: opens it, handles refusals, and reconnects with back-off. */
export class Connection implements Disposable {
  readonly #options: ConnectionOptions;
  #state: ConnectionState = 'idle';
  #socket: AgentSocket | null = null;
  /** Gateway and proxy of the socket. */
  #socketRoute = '';
  #timer: Disposable | null = null;
  /** Failures in a row. */
  #failures = 0;
  #immediateRetries = 0;

  constructor(options: ConnectionOptions) {
    this.#options = options;
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

  /**
   * Connects again, because the way to the gateway or what the handshake says has changed. The way changes for all
   * devices of a site at once, so they spread like a reconnection.
   */
  reconnect(changed: 'route' | 'handshake'): void {
    if (this.#state !== 'connected' && (this.#state !== 'connecting' || changed === 'route')) return;
    this.#dropConnection(`${changed} changed`);
    this.#retryAfter(changed === 'route' ? backOffDelay(RECONNECT_BACK_OFF, 1, this.#options.random) : 0);
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
    const socket = this.#currentSocket();
    this.#enter(
      'connecting',
      this.#options.clock.after(ATTEMPT_TIMEOUT_MS, () => this.#fail('timeout')),
    );
    socket.connect();
  }

  /** One socket serves all attempts as long as the gateway's address and the way to it stay the same. */
  #currentSocket(): AgentSocket {
    const gatewayUrl = this.#options.gatewayUrl();
    const proxy = proxyForAttempt(this.#options.proxy(), this.#failures);
    const route = `${gatewayUrl} ${proxy ?? ''}`;
    if (this.#socket !== null && route === this.#socketRoute) return this.#socket;
    this.#socket?.off();
    this.#socket?.disconnect();
    const socket = createAgentSocket({ gatewayUrl, proxy }, this.#options.handshake);
    socket.on('connect', () => this.#handleConnected(socket));
    socket.on('connect_error', (error: Error & { data?: unknown }) => void this.#handleRefusal(error));
    socket.on('disconnect', (reason) => this.#fail(reason));
    socket.on('superseded', ({ reason }) => this.#giveWay(reason));
    // A gateway alone cannot make a device forget itself: the next handshake is refused, and then the API is asked
    // (HELLO-5).
    socket.on('deleted', ({ reason }) => this.#fail(reason));
    this.#options.onSocket(socket);
    this.#socketRoute = route;
    this.#socket = socket;
    return socket;
  }

  #handleConnected(socket: AgentSocket): void {
    if (this.#state !== 'connecting') return;
    this.#enter('connected');
    this.#failures = 0;
    this.#immediateRetries = 0;
    this.#options.onConnected(socket);
  }

  #terminate(termination: TerminationReason, reason: string): void {
    this[Symbol.dispose]();
    this.#options.onTerminated(termination, reason);
  }

  #dropConnection(reason: string): void {
    const wasConnected = this.#state === 'connected';
    this.#enter('waiting');
    this.#socket?.disconnect();
    if (wasConnected) this.#options.onDisconnected(reason);
  }

  #fail(reason: string): void {
    if (this.#state !== 'connecting' && this.#state !== 'connected') return;
    this.#dropConnection(reason);
    const wait = this.#nextBackOff();
    this.#options.log.debug('connection failed', { reason, failures: this.#failures, retryMs: Math.round(wait) });
    this.#retryAfter(wait);
  }

  /**
   * To another agent of the device; for a while only, because a gateway alone cannot end an agent for good (HELLO-7).
   */
  #giveWay(reason: string): void {
    if (this.#state !== 'connecting' && this.#state !== 'connected') return;
    const wait = this.#between(SUPERSEDED_WAIT_MS);
    this.#options.log.warn('connection superseded by another agent', { reason, retryMs: Math.round(wait) });
    this.#dropConnection('superseded');
    this.#retryAfter(wait);
  }

  #between({ min, max }: { readonly min: number; readonly max: number }): number {
    return min + this.#options.random() * (max - min);
  }

  #nextBackOff(): number {
    this.#failures += 1;
    return backOffDelay(RECONNECT_BACK_OFF, this.#failures, this.#options.random);
  }

  #retryAfter(ms: number): void {
    this.#enter(
      'waiting',
      this.#options.clock.after(ms, () => this.#attempt()),
    );
  }

  async #handleRefusal(error: Error & { data?: unknown }): Promise<void> {
    if (this.#state !== 'connecting') return;
    const refusal = AgentHandshakeRefusal.safeParse(error.data);
    if (!refusal.success) return this.#fail(shortReasonOf(error));
    const { code, server_time, retry_after_ms = 0 } = refusal.data;
    this.#options.log.warn('handshake refused', { code });
    if (server_time !== undefined) this.#options.onServerTime(server_time);
    this.#dropConnection(code);
    const retry = await this.#resolveRefusal(code);
    if (this.state !== 'waiting') return;
    if (retry === 'never') return this.#terminate('deleted', code);
    this.#retryAfter(Math.max(this.#waitBefore(retry), retry_after_ms * (1 + this.#options.random() / 2)));
  }

  /** Takes the action that the refusal asks for and returns when to retry. */
  async #resolveRefusal(code: string): Promise<Retry | 'never'> {
    const policy = refusalPolicyOf(code);
    if (!policy.renewCredential && !policy.changeKey) return policy.retry;
    const { renewCredential, changeKey } = this.#options;
    try {
      await (policy.changeKey ? changeKey() : renewCredential());
      return this.#immediateRetries === 0 ? 'immediately' : policy.retry;
    } catch (error) {
      this.#options.log.warn(`${policy.changeKey ? 'key change' : 'credential renewal'} failed`, {
        reason: shortReasonOf(error),
      });
      if (!(error instanceof ApiRefusal)) return 'back-off';
      if (error.code === 'agent_deleted') return 'never';
      if (error.code === 'device_unknown') {
        this.#options.log.warn('this server does not know the device; its identity and key are kept');
        return 'slow';
      }
      if (error.code === 'new_key_required' && !policy.changeKey) return this.#resolveRefusal(error.code);
      const { retry } = refusalPolicyOf(error.code);
      // A refused request is never repeated immediately.
      return retry === 'immediately' ? 'back-off' : retry;
    }
  }

  #waitBefore(retry: Retry): number {
    if (retry === 'long') return this.#between(PERMANENT_REFUSAL_WAIT_MS);
    if (retry === 'slow') return this.#between(UNKNOWN_DEVICE_WAIT_MS);
    if (retry === 'back-off' || this.#immediateRetries >= MAX_IMMEDIATE_RETRIES_AFTER_REFUSAL)
      return this.#nextBackOff();
    this.#immediateRetries += 1;
    return 0;
  }
}
