import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import { enrolAgent } from '@vigil/shared/contract/http/agents';
import { ApiRefusal, enrol, renew, type AgentApi } from './agent-api.ts';
import { sleep, type Clock, type ServerClock } from './clock.ts';
import { createHandshake, renewalTimeOf } from './credential.ts';
import type { Host } from './host/host.ts';
import type { PostJson } from './http-post.ts';
import { readIdentity, removeIdentity, writeIdentity, type Identity } from './identity.ts';
import { reasonOf, type Log } from './log.ts';
import { RECONNECT } from './refusal-policy.ts';
import { removeKey, type Signer } from './signer.ts';
import type { StateStore } from './state-store.ts';
import { checkServerAddress, gatewayAddress, InsecureAddress, type Transport } from './transport.ts';

export interface EnrolmentOptions {
  server: string | undefined;
  enrolToken: string | undefined;
  name: string | undefined;
  version: string;
  signer: Signer;
  store: StateStore;
  host: Host;
  clock: Clock;
  serverClock: ServerClock;
  random: () => number;
  log: Log;
  post: PostJson | undefined;
  transport: Transport;
}

/** The device is not enrolled, and the server or the token for enrolling it is missing. */
export class NotEnrolledError extends Error {
  override readonly name = 'NotEnrolledError';
}

const isFinal = (error: unknown): boolean =>
  error instanceof InsecureAddress || (error instanceof ApiRefusal && !error.isTemporary);

/** The server's `Date` header is exact to a second and arrives late: smaller differences are not corrected. */
const CLOCK_TOLERANCE_MS = 3_000;

/** Timers stand still while a device sleeps and cannot be set for weeks, so the due time is checked every hour. */
const RENEWAL_CHECK_MS = 3_600_000;

/** A failed early renewal is not urgent: a third of the credential's life is left. */
const RENEWAL_RETRY_MS = 300_000;

/** The device's enrolment at the server: its identity, its credential, and the handshakes made with its key. */
export class Enrolment implements Disposable {
  readonly #options: EnrolmentOptions;
  readonly #disposed = new AbortController();
  #identity: Identity | null = null;
  #timer: Disposable | null = null;

  constructor(options: EnrolmentOptions) {
    this.#options = options;
  }

  get identity(): Identity {
    if (this.#identity === null) throw new NotEnrolledError('this device is not enrolled');
    return this.#identity;
  }

  /** @throws NotEnrolledError before `ensure` */
  get gatewayUrl(): string {
    const { server, gateway_url: named } = this.identity;
    return gatewayAddress({ server, named }, this.#options.transport);
  }

  /**
   * Loads the enrolment or makes one: retries while the server is unavailable, rejects when it refuses, and when the
   * connection would not be encrypted (InsecureAddress).
   */
  async ensure(): Promise<void> {
    this.#identity = this.#readStored() ?? (await this.#enrol());
    this.#scheduleRenewal();
  }

  createHandshake(): AgentHandshake {
    const { guid, credential } = this.identity;
    const { signer, serverClock, version } = this.#options;
    return createHandshake({ guid, credential, agentVersion: version }, signer, serverClock.now());
  }

  async renewCredential(): Promise<void> {
    const renewed = await renew(this.#api(this.identity.server), this.createHandshake());
    if (this.#disposed.signal.aborted) return;
    const { server, gateway_url } = this.identity;
    const named = this.#secureGateway({ server, named: renewed.gateway_url }, gateway_url);
    this.#save({ ...this.identity, credential: renewed.credential, gateway_url: named });
    this.#options.log.info('credential renewed');
  }

  /** Removes identity and key: the next enrolment creates another device. */
  remove(): void {
    this[Symbol.dispose]();
    removeIdentity(this.#options.store);
    removeKey(this.#options.store);
  }

  [Symbol.dispose](): void {
    this.#disposed.abort();
    this.#timer?.[Symbol.dispose]();
  }

  #readStored(): Identity | null {
    const { store, transport } = this.#options;
    const stored = readIdentity(store);
    if (stored === null) return null;
    const { server, gateway_url: named } = stored;
    checkServerAddress(server, transport);
    return { ...stored, gateway_url: this.#secureGateway({ server, named }, server) };
  }

  /** The named gateway, or `fallback` when it must not be used: a wrong setting of the server ends no connection. */
  #secureGateway(address: { server: string; named: string }, fallback: string): string {
    try {
      gatewayAddress(address, this.#options.transport);
      return address.named;
    } catch (error) {
      if (!(error instanceof InsecureAddress)) throw error;
      this.#options.log.warn('gateway refused', { reason: reasonOf(error) });
      return fallback;
    }
  }

  #save(identity: Identity): Identity {
    writeIdentity(this.#options.store, identity);
    this.#identity = identity;
    return identity;
  }

  async #enrol(): Promise<Identity> {
    const { server, clock, log, random, transport } = this.#options;
    if (server === undefined)
      throw new NotEnrolledError('not enrolled yet: the server and an enrolment token are needed');
    checkServerAddress(server, transport);
    const request = await this.#enrolmentRequest();
    for (let failures = 1; ; failures += 1) {
      try {
        const { guid, gateway_url, credential } = await enrol(this.#api(server), request);
        gatewayAddress({ server, named: gateway_url }, transport);
        log.info('enrolled', { guid });
        return this.#save({ server, guid, gateway_url, credential });
      } catch (error) {
        if (this.#disposed.signal.aborted || isFinal(error)) throw error;
        log.warn('enrolment failed', { reason: reasonOf(error) });
        await sleep(clock, backOffDelay(RECONNECT, failures, random), this.#disposed.signal);
        if (this.#disposed.signal.aborted) throw error;
      }
    }
  }

  async #enrolmentRequest() {
    const { enrolToken, host, name, signer, version } = this.#options;
    if (enrolToken === undefined) throw new NotEnrolledError('not enrolled yet: an enrolment token is needed');
    const identity = await host.identity();
    return enrolAgent.body.parse({
      ...identity,
      name: (name ?? identity.name).slice(0, 64),
      enrol_token: enrolToken,
      public_key: signer.publicKey,
      agent_version: version,
    });
  }

  #api(server: string): AgentApi {
    const { serverClock, post } = this.#options;
    const onServerTime = (ms: number) => {
      if (Math.abs(ms - serverClock.now()) > CLOCK_TOLERANCE_MS) serverClock.synchronise(ms);
    };
    return { server, onServerTime, signal: this.#disposed.signal, ...(post === undefined ? {} : { post }) };
  }

  /** Renews before the credential expires, so that a connected agent is never refused for it. */
  #scheduleRenewal(): void {
    const due = renewalTimeOf(this.identity.credential);
    if (due === null) return;
    this.#checkAfter(Math.max(0, due - this.#options.serverClock.now()), due);
  }

  #checkAfter(ms: number, due: number): void {
    if (this.#disposed.signal.aborted) return;
    this.#timer = this.#options.clock.after(Math.min(ms, RENEWAL_CHECK_MS), () => void this.#renewWhenDue(due));
  }

  async #renewWhenDue(due: number): Promise<void> {
    if (this.#options.serverClock.now() < due) return this.#scheduleRenewal();
    try {
      await this.renewCredential();
      this.#scheduleRenewal();
    } catch (error) {
      this.#options.log.warn('credential renewal failed', { reason: reasonOf(error) });
      this.#checkAfter(RENEWAL_RETRY_MS, due);
    }
  }
}
