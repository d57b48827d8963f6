import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { enrolAgent } from '@vigil/shared/contract/http/agents';
import { BackOff } from './back-off.ts';
import { pause, type Clock, type ServerClock } from './clock.ts';
import { renewalTimeOf } from './credential.ts';
import { ApiRefusal, enrol, renew, type AgentApi } from './enrol.ts';
import { makeHandshake } from './handshake.ts';
import type { Host } from './host/host.ts';
import { forgetIdentity, readIdentity, writeIdentity, type Identity } from './identity.ts';
import { reasonOf, type Log } from './log.ts';
import { forgetSigner, type Signer } from './signer.ts';
import type { StateStore } from './state-store.ts';

export interface MembershipOptions {
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
  fetch: typeof fetch | undefined;
}

/** There is neither an earlier enrolment nor what a first one takes. */
export class NotEnrolled extends Error {
  override readonly name = 'NotEnrolled';
}

/** The server's `Date` is exact to a second and arrives late: only a real difference is learned from it. */
const CLOCK_TOLERANCE_MS = 3_000;

/** Timers do not run while a machine sleeps, and none can be set for weeks ahead. */
const LOOK_MS = 3_600_000;

/** What the machine is to the server: its enrolment, its credential, and the proofs made with its key. */
export class Membership implements Disposable {
  readonly #options: MembershipOptions;
  #identity: Identity | null = null;
  #timer: Disposable | null = null;
  #left = false;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  get identity(): Identity {
    if (this.#identity === null) throw new NotEnrolled('this machine is not enrolled');
    return this.#identity;
  }

  /** Reads an earlier enrolment or makes one; repeats while the server cannot answer, rejects when it refuses. */
  async join(): Promise<void> {
    this.#identity = readIdentity(this.#options.store) ?? (await this.#enrol());
    this.#watch();
  }

  /** A fresh proof for one handshake. */
  prove(): AgentHandshake {
    const { guid, credential } = this.identity;
    const { signer, serverClock, version } = this.#options;
    return makeHandshake({ guid, credential, agentVersion: version }, signer, serverClock.now());
  }

  async renew(): Promise<void> {
    const fresh = await renew(this.#api(this.identity.server), this.prove());
    if (this.#left) return;
    this.#keep({ ...this.identity, credential: fresh.credential, gateway_url: fresh.gateway_url });
    this.#options.log.info('credential renewed');
  }

  /** Forgets the device and its key: the next enrolment is another device. */
  forget(): void {
    this[Symbol.dispose]();
    forgetIdentity(this.#options.store);
    forgetSigner(this.#options.store);
  }

  [Symbol.dispose](): void {
    this.#left = true;
    this.#timer?.[Symbol.dispose]();
  }

  #keep(identity: Identity): Identity {
    writeIdentity(this.#options.store, identity);
    this.#identity = identity;
    return identity;
  }

  async #enrol(): Promise<Identity> {
    const { server, clock, log } = this.#options;
    if (server === undefined) throw new NotEnrolled('not enrolled yet: the server and an enrolment token are needed');
    const body = await this.#request();
    const backOff = new BackOff(this.#options.random);
    for (;;) {
      try {
        const { guid, gateway_url, credential } = await enrol(this.#api(server), body);
        log.info('enrolled', { guid });
        return this.#keep({ server, guid, gateway_url, credential });
      } catch (error) {
        if (this.#left || (error instanceof ApiRefusal && !error.passing)) throw error;
        log.warn('the server cannot enrol this machine yet', { reason: reasonOf(error) });
        await pause(clock, backOff.next());
      }
    }
  }

  async #request() {
    const { enrolToken, host, name, signer, version } = this.#options;
    if (enrolToken === undefined) throw new NotEnrolled('not enrolled yet: an enrolment token is needed');
    const machine = await host.identity();
    return enrolAgent.body.parse({
      ...machine,
      name: (name ?? machine.name).slice(0, 64),
      enrol_token: enrolToken,
      public_key: signer.publicKey,
      agent_version: version,
    });
  }

  #api(server: string): AgentApi {
    const { serverClock, fetch } = this.#options;
    const onServerTime = (ms: number) => {
      if (Math.abs(ms - serverClock.now()) > CLOCK_TOLERANCE_MS) serverClock.learn(ms);
    };
    return { server, onServerTime, ...(fetch === undefined ? {} : { fetch }) };
  }

  /** Renews ahead of time while all is well, so that an agent never meets its credential's end. */
  #watch(): void {
    if (this.#left) return;
    const due = renewalTimeOf(this.identity.credential);
    if (due === null) return;
    const wait = Math.max(0, due - this.#options.serverClock.now());
    this.#timer = this.#options.clock.after(Math.min(wait, LOOK_MS), () => void this.#look(due));
  }

  async #look(due: number): Promise<void> {
    if (this.#options.serverClock.now() >= due) {
      await this.renew().catch((error: unknown) => {
        this.#options.log.warn('no fresh credential', { reason: reasonOf(error) });
        return this.#rest();
      });
    }
    this.#watch();
  }

  /** A failed early renewal is not urgent: a third of the credential's life is left. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#timer = this.#options.clock.after(LOOK_MS / 12, resolve);
    });
  }
}
