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
}

/** The device is not enrolled, and the server or the token for enrolling it is missing. */
export class NotEnrolledError extends Error {
  override readonly name = 'NotEnrolledError';
}

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

  /** Loads the enrolment or makes one: retries while the server is unavailable, rejects when it refuses. */
  async ensure(): Promise<void> {
    this.#identity = readIdentity(this.#options.store) ?? (await this.#enrol());
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
    this.#save({ ...this.identity, credential: renewed.credential, gateway_url: renewed.gateway_url });
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

  #save(identity: Identity): Identity {
    writeIdentity(this.#options.store, identity);
    this.#identity = identity;
    return identity;
  }

  async #enrol(): Promise<Identity> {
    const { server, clock, log, random } = this.#options;
    if (server === undefined)
      throw new NotEnrolledError('not enrolled yet: the server and an enrolment token are needed');
    const request = await this.#enrolmentRequest();
    for (let failures = 1; ; failures += 1) {
      try {
        const { guid, gateway_url, credential } = await enrol(this.#api(server), request);
        log.info('enrolled', { guid });
        return this.#save({ server, guid, gateway_url, credential });
      } catch (error) {
        if (this.#disposed.signal.aborted || (error instanceof ApiRefusal && !error.isTemporary)) throw error;
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
