import {
  copiedDeviceKeyProofText,
  type AgentHandshake,
  type ProofPurpose,
} from '@vigil/shared/contract/agent-handshake';
import { backOffDelay } from '@vigil/shared/contract/back-off';
import type { CommandKey, OfferedCommandKeys } from '@vigil/shared/contract/command-signature';
import type { Hardware } from '@vigil/shared/contract/hardware';
import { enrolAgent, enrolCopiedDevice } from '@vigil/shared/contract/http/agents';
import { toOfferedCommandKeys, releaseKeyLinkText, type OfferedReleaseKeys } from '@vigil/shared/contract/release';
import { ApiRefusal, postEnrolment, postRenewal, postSplitHardwareEnrolment, type ApiTarget } from './agent-api.ts';
import { sleep, type Clock, type ServerClock } from './clock.ts';
import { trustOfferedKeys } from './command-keys.ts';
import { createHandshake, renewalTimeOf } from './credential.ts';
import { putDeletedDeviceAside } from './deleted-device.ts';
import { deviceNameOf } from './device-name.ts';
import { fieldText, fitTexts } from './field-text.ts';
import type { Host } from './host/host.ts';
import type { PostJson } from './http-post.ts';
import { readIdentity, writeIdentity, type IdentityFromEnrolment } from './identity.ts';
import { loadNextSigner, commitKeyChange } from './key-change.ts';
import { shortReasonOf, type Log } from './log.ts';
import { RECONNECT_BACK_OFF } from './reconnect-waits.ts';
import { ASK_AGAIN, ASK_EVERY_MS, ASK_WITHIN_MS, RENEWAL_CHECK_MS, RENEWAL_RETRY_MS } from './renewal-times.ts';
import {
  assertSameServer,
  assertSecureAddress,
  chooseGatewayAddress,
  InsecureAddress,
  type ServerConnectionOptions,
} from './server-address.ts';
import type { Signer } from './signer.ts';
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
  deadlineClock: ServerClock;
  random: () => number;
  log: Log;
  post: PostJson | undefined;
  transport: ServerConnectionOptions;
  /** The server named keys to check commands with, which the device had not had. */
  onFirstKeys: () => void;
}

type Renewal = Awaited<ReturnType<typeof postRenewal>>;

/** The device is not enrolled, and the server or the token for enrolling it is missing. */
export class NotEnrolledError extends Error {
  override readonly name = 'NotEnrolledError';
}

const isFinal = (error: unknown): boolean =>
  error instanceof InsecureAddress || (error instanceof ApiRefusal && !error.isTemporary);

/** The server's `Date` header is exact to a second and arrives late: smaller differences are not corrected. */
const CLOCK_TOLERANCE_MS = 3_000;

/** Tools of the system take seconds; one that hangs must not keep a device offline. */
const HARDWARE_TIMEOUT_MS = 15_000;

/** The longest text of the host that the contract takes. */
const MAX_HOST_TEXT = 300;

/** The device's enrolment at the server: its identity, its credential, and the handshakes made with its key. */
export class Enrolment implements Disposable {
  readonly #options: EnrolmentOptions;
  readonly #disposed = new AbortController();
  #identity: IdentityFromEnrolment | null = null;
  #hardware: Hardware | null = null;
  #timer: Disposable | null = null;
  /** When the API last answered in this run, by the device's clock. */
  #answeredAt: number | null = null;
  /** The ids of the valid command keys, as a gateway named them last. */
  #named: ReadonlySet<string> | null = null;
  /** So many answers of the API in a row have named other keys than the gateway. */
  #contradictions = 0;
  #askAgainMs = 0;
  #renewing: Promise<Renewal> | null = null;

  constructor(options: EnrolmentOptions) {
    this.#options = options;
  }

  get identity(): IdentityFromEnrolment {
    if (this.#identity === null) throw new NotEnrolledError('this device is not enrolled');
    return this.#identity;
  }

  /** @throws NotEnrolledError before `ensure` */
  get gatewayUrl(): string {
    const { server, gateway_url: named } = this.identity;
    return chooseGatewayAddress({ server, named }, this.#options.transport);
  }

  /**
   * Loads the enrolment or makes one: retries while the server is unavailable, rejects when it refuses, when the
   * connection would not be encrypted (InsecureAddress), and when the stored one is of another server (OtherServer).
   */
  async ensure(): Promise<void> {
    await this.#readHardware();
    this.#identity = this.#readStored() ?? (await this.#enrol());
    // The clock of the device may have been turned back, or have lost its battery.
    this.#options.deadlineClock.advance(this.#identity.api_time ?? 0, 0);
    if (this.isCurrent) this.#scheduleRenewal();
    else this.#askSoon();
  }

  /** Whether the API has said in this run which keys are valid, and the gateway names the same. */
  get isCurrent(): boolean {
    return this.#answeredAt !== null && !this.#isContradicted();
  }

  /**
   * The ids of the valid keys, as a gateway names them. It is believed nothing: other keys than its own ones make the
   * API be asked, again and again while they differ, because its answer may be that of a process which does not know of
   * a retirement yet.
   */
  receiveKeys(keyIds: readonly string[]): void {
    this.#named = new Set(keyIds);
    if (this.isCurrent) return;
    if (this.#contradictions === 0) this.#askSoon();
    else this.#scheduleRenewal();
  }

  #isContradicted(): boolean {
    const own = this.identity.command_keys ?? [];
    const named = this.#named;
    return named !== null && (named.size !== own.length || own.some(({ key_id }) => !named.has(key_id)));
  }

  /** Asks the API for the valid keys within half a minute; what needs them earlier calls `renewCredential`. */
  #askSoon(): void {
    this.#checkAfter(this.#options.random() * ASK_WITHIN_MS);
  }

  createHandshake(purpose: ProofPurpose): AgentHandshake {
    const { guid, credential, command_keys } = this.identity;
    const { signer, serverClock, version } = this.#options;
    const checksCommands = command_keys !== undefined;
    const device = { guid, credential, agentVersion: version, hardware: this.#hardware, checksCommands };
    return createHandshake(device, signer, { purpose, ts: serverClock.now() });
  }

  /**
   * Makes this hardware a device of its own, because the key was copied from another one (HELLO-10). The change is
   * decided in the store when this resolves, and completed by `finishKeyChange`; the agent has to be started again.
   */
  async requestNewKey(): Promise<void> {
    const { store } = this.#options;
    const { server, gateway_url } = this.identity;
    const next = loadNextSigner(store);
    const proof = this.createHandshake('new-key');
    const request = enrolCopiedDevice.body.parse({
      ...(await this.#describeHost()),
      ...proof,
      new_key: next.publicKey,
      new_sig: next.sign(copiedDeviceKeyProofText(this.identity.guid, proof.ts, proof.nonce)),
    });
    const {
      guid,
      credential,
      gateway_url: named,
      ...offered
    } = await postSplitHardwareEnrolment(this.#api(server), request);
    if (this.#disposed.signal.aborted) return;
    commitKeyChange(store, {
      server,
      guid,
      credential,
      gateway_url: this.#secureGateway({ server, named }, gateway_url),
      ...this.#keysAfter(offered),
    });
    this.#options.log.warn('this device was a copy and is one of its own now', { guid });
  }

  /**
   * The release key of an id, if this device trusts it now. The API is always asked, because the key may have been
   * retired since the last time.
   * @throws when the API gives no answer
   */
  async releaseKey(keyId: string): Promise<CommandKey | undefined> {
    const { release_keys: valid } = await this.renewCredential();
    // Pinned keys stay where no valid one can be trusted, for the chain to the next; they install nothing then.
    if (valid !== undefined && !valid.some(({ key_id }) => key_id === keyId)) return undefined;
    return this.identity.release_keys?.find(({ key_id }) => key_id === keyId);
  }

  /** Asks the API for a new credential, the valid keys and the time. Requests at the same time share one answer. */
  renewCredential(): Promise<Renewal> {
    this.#renewing ??= this.#renewCredential().finally(() => (this.#renewing = null));
    return this.#renewing;
  }

  async #renewCredential(): Promise<Renewal> {
    const renewed = await this.#requestRenewal();
    if (this.#disposed.signal.aborted) return renewed;
    const { server, gateway_url, command_keys: pinned } = this.identity;
    const named = this.#secureGateway({ server, named: renewed.gateway_url }, gateway_url);
    const keys = this.#keysAfter(renewed);
    this.#save({ ...this.identity, credential: renewed.credential, gateway_url: named, ...keys });
    this.#options.log.info('credential renewed');
    if (pinned === undefined && keys.command_keys !== undefined) this.#options.onFirstKeys();
    return renewed;
  }

  async #requestRenewal() {
    const request = () => postRenewal(this.#api(this.identity.server), this.createHandshake('renew'));
    try {
      return await request();
    } catch (error) {
      // The refusal has named the time.
      if (error instanceof ApiRefusal && error.code === 'clock_skew') return request();
      throw error;
    }
  }

  /** Puts identity and key aside: the next enrolment creates another device. */
  remove(): void {
    this[Symbol.dispose]();
    putDeletedDeviceAside(this.#options.store, this.#options.clock.now());
  }

  [Symbol.dispose](): void {
    this.#disposed.abort();
    this.#timer?.[Symbol.dispose]();
  }

  #readStored(): IdentityFromEnrolment | null {
    const { store, transport, server: given } = this.#options;
    const stored = readIdentity(store);
    if (stored === null) return null;
    const { server, gateway_url: named } = stored;
    assertSameServer(server, given);
    assertSecureAddress(server, transport);
    return { ...stored, gateway_url: this.#secureGateway({ server, named }, server) };
  }

  /** The named gateway, or `fallback` when it must not be used: a wrong setting of the server ends no connection. */
  #secureGateway(address: { server: string; named: string }, fallback: string): string {
    try {
      chooseGatewayAddress(address, this.#options.transport);
      return address.named;
    } catch (error) {
      if (!(error instanceof InsecureAddress)) throw error;
      this.#options.log.warn('gateway refused', { reason: shortReasonOf(error) });
      return fallback;
    }
  }

  #keysAfter(
    offered: OfferedCommandKeys & OfferedReleaseKeys,
  ): Pick<IdentityFromEnrolment, 'command_keys' | 'release_keys'> {
    const { command_keys: pinned, release_keys: pinnedForReleases } = this.identity;
    const command_keys = trustOfferedKeys(pinned, offered);
    if (pinned !== undefined && command_keys === pinned && offered.command_keys !== undefined)
      this.#options.log.warn('the server names no command key that this device can trust');
    const release_keys = trustOfferedKeys(pinnedForReleases, toOfferedCommandKeys(offered), releaseKeyLinkText);
    return { command_keys, release_keys };
  }

  /** Stores what the API has answered, and when that was by its clock. */
  #save(answered: IdentityFromEnrolment): IdentityFromEnrolment {
    const { store, clock, deadlineClock, random, log } = this.#options;
    const identity = { ...answered, api_time: deadlineClock.now() };
    try {
      writeIdentity(store, identity);
    } catch (error) {
      // An enrolment that is not stored is made again with the same key. What is renewed holds until the agent ends.
      if (this.#identity === null) throw error;
      log.warn('identity not stored', { reason: shortReasonOf(error) });
    }
    this.#identity = identity;
    this.#answeredAt = clock.now();
    this.#contradictions = this.#isContradicted() ? this.#contradictions + 1 : 0;
    if (this.#contradictions > 0) {
      this.#askAgainMs = backOffDelay(ASK_AGAIN, this.#contradictions, random);
      log.warn('the server and its gateway name different command keys', { ask_again_ms: this.#askAgainMs });
    }
    return identity;
  }

  async #enrol(): Promise<IdentityFromEnrolment> {
    const { server, clock, log, random, transport } = this.#options;
    if (server === undefined)
      throw new NotEnrolledError('not enrolled yet: the server and an enrolment token are needed');
    assertSecureAddress(server, transport);
    const request = await this.#enrolmentRequest();
    for (let failures = 1; ; failures += 1) {
      try {
        const enrolled = await postEnrolment(this.#api(server), request);
        const { guid, gateway_url, credential, command_keys, release_keys } = enrolled;
        chooseGatewayAddress({ server, named: gateway_url }, transport);
        log.info('enrolled', { guid });
        return this.#save({ server, guid, gateway_url, credential, command_keys, release_keys });
      } catch (error) {
        if (this.#disposed.signal.aborted || isFinal(error)) throw error;
        log.warn('enrolment failed', { reason: shortReasonOf(error) });
        await sleep(clock, backOffDelay(RECONNECT_BACK_OFF, failures, random), this.#disposed.signal);
        if (this.#disposed.signal.aborted) throw error;
      }
    }
  }

  /**
   * What the tools of the system cannot say in time is named at a later handshake: a device is rather connected than
   * told apart.
   */
  async #readHardware(): Promise<void> {
    const { clock, log } = this.#options;
    const reading = this.#describeHardware().then(
      (hardware) => (this.#hardware = hardware),
      (error: unknown) => log.warn('hardware unknown', { reason: shortReasonOf(error) }),
    );
    await Promise.race([reading, sleep(clock, HARDWARE_TIMEOUT_MS, this.#disposed.signal)]);
  }

  async #describeHardware(): Promise<Hardware | null> {
    const { host } = this.#options;
    const [{ hardware_id: id, name, mac_addr, user_os_str }, { s_pri_ip }] = await Promise.all([
      host.identity(),
      host.systemInfo(),
    ]);
    return id && { id, ...fitTexts({ name, mac_addr, user_os_str, s_pri_ip }, MAX_HOST_TEXT) };
  }

  async #enrolmentRequest() {
    const { enrolToken, signer } = this.#options;
    if (enrolToken === undefined) throw new NotEnrolledError('not enrolled yet: an enrolment token is needed');
    const host = await this.#describeHost();
    return enrolAgent.body.parse({ ...host, enrol_token: enrolToken, public_key: signer.publicKey });
  }

  async #describeHost() {
    const { host, name, version } = this.#options;
    const identity = await host.identity();
    return {
      ...fitTexts(identity, MAX_HOST_TEXT),
      // A host whose name nobody can see is told from others by its system and the end of its MAC address.
      name: deviceNameOf(name, identity.name, `${fieldText(identity.user_os_str, 50)} ${identity.mac_addr.slice(-5)}`),
      agent_version: version,
    };
  }

  #api(server: string): ApiTarget {
    const { serverClock, deadlineClock, post } = this.#options;
    const onServerTime = (ms: number) => {
      for (const clock of [serverClock, deadlineClock]) clock.correct(ms, CLOCK_TOLERANCE_MS);
    };
    return { server, onServerTime, signal: this.#disposed.signal, ...(post === undefined ? {} : { post }) };
  }

  /**
   * Milliseconds until the API is asked again: before the credential expires, so that a connected agent is never
   * refused for it.
   */
  #untilRenewal(): number {
    if (this.#answeredAt === null) return 0;
    const { clock, serverClock } = this.#options;
    const isDoubtful = this.#isContradicted();
    if (isDoubtful && this.#contradictions === 0) return 0;
    const askAfter = isDoubtful ? this.#askAgainMs : ASK_EVERY_MS;
    const due = renewalTimeOf(this.identity.credential) ?? Number.POSITIVE_INFINITY;
    return Math.max(0, Math.min(due - serverClock.now(), this.#answeredAt + askAfter - clock.now()));
  }

  #scheduleRenewal(): void {
    this.#checkAfter(this.#untilRenewal());
  }

  #checkAfter(ms: number): void {
    if (this.#disposed.signal.aborted) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = this.#options.clock.after(Math.min(ms, RENEWAL_CHECK_MS), () => void this.#renewWhenDue());
  }

  async #renewWhenDue(): Promise<void> {
    if (this.#untilRenewal() > 0) return this.#scheduleRenewal();
    try {
      await this.renewCredential();
      this.#scheduleRenewal();
    } catch (error) {
      this.#options.log.warn('credential renewal failed', { reason: shortReasonOf(error) });
      this.#checkAfter(RENEWAL_RETRY_MS);
    }
  }
}
