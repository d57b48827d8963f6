import { isDeepStrictEqual } from 'node:util';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { MAX_CLIPBOARD, MAX_MONITORS } from '@vigil/shared/contract/remote-desktop/limits';
import type {
  AgentHello,
  AgentMessage,
  Heartbeat as HeartbeatMessage,
} from '@vigil/shared/contract/remote-desktop/messages';
import { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopOffers, type DesktopOffer } from '@vigil/shared/contract/remote-desktop/offers';
import type { ConsentDenial, DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';
import { encodeAgentMessage } from '@vigil/shared/contract/remote-desktop/text-messages';
import { desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import type { WebSocket } from 'ws';
import { every, type Clock } from '../clock.ts';
import { fieldText } from '../field-text.ts';
import type { Desktop } from '../host/desktop/desktop.ts';
import { shortReasonOf, type Log } from '../log.ts';
import type { Signer } from '../signer.ts';
import { CONSENT_SECONDS, type Consent, type Consents } from './consents.ts';
import { Heartbeat } from './heartbeat.ts';
import { HeldInput } from './held-input.ts';
import type { ControlViewer, InputControl } from './input-control.ts';
import { MonitorView } from './monitor-view.ts';
import { ScreenSender } from './screen-sender.ts';
import { createKeyAgreement, type SealedChannel } from './sealed-channel.ts';
import type { SharedDesktop } from './shared-desktop.ts';

/** How often the place of the pointer is looked at. */
const POINTER_MS = 100;
/** A relay that does not confirm the end of a connection is cut off after this. */
const CONFIRM_MS = 1_000;

export interface DesktopConnectionOptions {
  readonly socket: WebSocket;
  readonly grant: DesktopGrant;
  readonly userName: string;
  /** Why the grant is refused, or null. */
  readonly refusal: Promise<DesktopRefusal | null>;
  readonly consents: Pick<Consents, 'ask'>;
  readonly desktop: SharedDesktop;
  readonly control: InputControl;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  /** The viewer sees the screen. */
  readonly onViewing: () => void;
  /** Nobody at the device has let it in. */
  readonly onNotLetIn: (reason: ConsentDenial) => void;
}

/** One viewer at this desktop, from the relay's first message to the end of the socket. */
export class DesktopConnection implements ControlViewer, Disposable {
  readonly #options: DesktopConnectionOptions;
  readonly #stack = new DisposableStack();
  #channel: SealedChannel | null = null;
  #sender: ScreenSender | null = null;
  #input: HeldInput | null = null;
  #desktop: Desktop | null = null;
  #view: MonitorView | null = null;
  #knowsMonitors = false;
  #heartbeat: Heartbeat | null = null;
  /** Whether its viewer answers beats; the relay answers pings in place of one that does not. */
  #isAnswering = false;
  /** Whether its viewer says more often that it is there while it presses a key. */
  #beatsWhileHeld = false;
  #watchesPointer = false;
  #pointerAt: { readonly x: number; readonly y: number } | null = null;

  constructor(options: DesktopConnectionOptions) {
    this.#options = options;
    const { socket, log } = options;
    socket.on('error', (cause: Error) => log.info('the relay failed', { reason: shortReasonOf(cause) }));
    socket.once('close', () => this[Symbol.dispose]());
    socket.once('message', () => {
      socket.on('message', (data: Buffer) => this.#receive(data));
      this.#greet().catch((cause: unknown) => this.#fail(cause));
    });
  }

  get session() {
    return this.#options.grant.session;
  }

  get name(): string {
    return this.#options.userName;
  }

  get rights() {
    return this.#options.grant.rights;
  }

  /** Whether its viewer sees the screen. */
  get isViewing(): boolean {
    return this.#sender !== null && !this.#stack.disposed;
  }

  tell(message: AgentMessage | HeartbeatMessage): void {
    if (this.#channel !== null) this.#options.socket.send(this.#channel.seal(encodeAgentMessage(message)));
  }

  releaseInput(): void {
    this.#input?.stop();
  }

  async lockInput(onLost: () => void): Promise<Disposable> {
    const locking = this.#desktop?.lockInput?.(onLost);
    if (locking === undefined) throw new Error('the input of this desktop cannot be locked');
    return await locking;
  }

  [Symbol.dispose](): void {
    if (this.#stack.disposed) return;
    this.#stack.dispose();
    const { socket, clock } = this.#options;
    socket.close();
    if (socket.readyState === socket.CLOSED) return;
    // Whoever delays the answer to the end keeps nothing open.
    const confirming = clock.after(CONFIRM_MS, () => socket.terminate());
    socket.once('close', () => confirming[Symbol.dispose]());
  }

  async #greet(): Promise<void> {
    const refusal = await this.#options.refusal;
    if (refusal !== null) return this.#refuse(refusal);
    // Nobody is asked about a screen that does not exist.
    const lease = await this.#options.desktop.lease(() => this[Symbol.dispose]());
    if (typeof lease === 'string') return this.#refuse(lease);
    if (this.#stack.disposed) return lease[Symbol.dispose]();
    this.#stack.use(lease);
    const consent = await this.#askForConsent();
    // The session has ended while the person at the device was asked.
    if (consent === null) return this[Symbol.dispose]();
    if (!consent.isLetIn) {
      this.#refuse('consent_refused', consent.answer);
      return this.#options.onNotLetIn(consent.answer);
    }
    if (!this.#stack.disposed) this.#start(lease.desktop);
  }

  async #askForConsent(): Promise<Consent | null> {
    const { grant, userName, consents } = this.#options;
    // The company asks nobody.
    if (grant.consent === undefined) return { isLetIn: true, answer: 'given' };
    this.#say({ asking: CONSENT_SECONDS });
    return consents.ask(grant.session, { userName, rights: grant.rights }, grant.consent);
  }

  #start(desktop: Desktop): void {
    const { socket, grant, signer, clock, log, control, onViewing } = this.#options;
    const agreement = createKeyAgreement();
    const transcript = desktopTranscriptText(grant, agreement.publicKey);
    const channel = agreement.agree(grant.viewer_key, transcript);
    this.#channel = channel;
    this.#desktop = desktop;
    const isOffered = { lock: desktop.lockInput !== undefined, pointer: desktop.readPointer !== undefined };
    const offers = desktopOffers.filter((offer) => !(offer in isOffered) || isOffered[offer as keyof typeof isOffered]);
    this.#say({ agent_key: agreement.publicKey, signature: signer.sign(transcript), offers });
    this.#input = this.#stack.use(new HeldInput(desktop, log));
    this.#stack.defer(() => control.leave(this));
    control.join(this);
    const send = (frame: Uint8Array) => socket.send(channel.seal(frame));
    const onFailed = (cause: unknown) => this.#fail(cause);
    const epoch = () => control.epoch;
    const view = this.#stack.use(new MonitorView(desktop, () => this.#tellMonitors()));
    this.#view = view;
    this.#sender = this.#stack.use(
      new ScreenSender({ desktop: view, clock, epoch, send, onFailed, unsentBytes: () => socket.bufferedAmount }),
    );
    this.#heartbeat = this.#stack.use(this.#startHeartbeat());
    onViewing();
  }

  /**
   * An earlier viewer knows no beats: then the way to the relay is watched, which closes the connection when that
   * viewer is gone.
   */
  #startHeartbeat(): Heartbeat {
    const { socket, clock, control, log } = this.#options;
    socket.on('pong', () => {
      if (!this.#isAnswering) this.#heartbeat?.heard();
    });
    return new Heartbeat({
      clock,
      beat: () => (this.#isAnswering ? this.tell({ t: 'beat' }) : socket.ping()),
      onPaused: () => this.#beatsWhileHeld && this.#input?.release(),
      onSilent: () => control.suspend(this),
      onDead: () => {
        log.info('remote desktop closed', { reason: 'nothing is heard of the viewer' });
        this[Symbol.dispose]();
      },
    });
  }

  #receive(data: Buffer): void {
    // Until a socket is closed it delivers what was on its way.
    if (this.#channel === null || this.#stack.disposed) return;
    try {
      const message = ViewerMessage.parse(JSON.parse(String(this.#channel.open(data))));
      this.#heartbeat?.heard();
      this.#apply(message);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #apply(message: ViewerMessage): void {
    const { control } = this.#options;
    if (message.t === 'ack') this.#sender?.acknowledge(message.seq);
    else if (message.t === 'beat') return;
    else if (message.t === 'accept') this.#use(message.offers);
    else if (message.t === 'monitor') this.#chooseMonitor(message.name);
    else if (message.t === 'quality') this.#sender?.chooseQuality(message.of);
    else if (!('epoch' in message)) control.receive(this, message);
    else if (!control.admits(this, message.epoch)) return;
    else if (message.t === 'copy') void this.#sendClipboard().catch((cause: unknown) => this.#fail(cause));
    else if (message.t === 'pointer') this.#input?.apply({ ...message, ...this.#view?.toScreen(message) });
    else this.#input?.apply(message);
  }

  #use(offers: readonly DesktopOffer[]): void {
    if (offers.includes('copy')) this.#sender?.allowCopies();
    this.#isAnswering = offers.includes('heartbeat');
    this.#beatsWhileHeld = offers.includes('held');
    if (offers.includes('pointer')) this.#watchPointer();
    this.#knowsMonitors = offers.includes('monitors');
    this.#tellMonitors();
  }

  #chooseMonitor(name: string | null): void {
    this.#view?.choose(name);
    this.#tellMonitors();
  }

  #tellMonitors(): void {
    const view = this.#view;
    if (view === null || !this.#knowsMonitors || this.#stack.disposed) return;
    const monitors = view.monitors
      .slice(0, MAX_MONITORS)
      .map(({ name, w, h, isPrimary }) => ({ name, w, h, is_primary: isPrimary }));
    this.tell({ t: 'monitors', monitors, chosen: view.chosen });
  }

  #watchPointer(): void {
    if (this.#watchesPointer) return;
    this.#watchesPointer = true;
    const tell = () => void this.#tellPointer().catch(() => undefined);
    this.#stack.use(every(this.#options.clock, POINTER_MS, tell));
  }

  async #tellPointer(): Promise<void> {
    const place = await this.#desktop?.readPointer?.();
    const at = (place && this.#view?.fromScreen(place)) ?? null;
    if (this.#stack.disposed || isDeepStrictEqual(at, this.#pointerAt)) return;
    this.#pointerAt = at;
    this.tell({ t: 'pointer_at', at });
  }

  async #sendClipboard(): Promise<void> {
    const text = (await this.#desktop?.readClipboard()) ?? null;
    // Half a text is worse than none.
    const isWhole = text !== null && text.length <= MAX_CLIPBOARD;
    if (!this.#stack.disposed) this.tell({ t: 'clipboard', text: isWhole ? fieldText(text, MAX_CLIPBOARD) : null });
  }

  #refuse(reason: DesktopRefusal, consent?: ConsentDenial): void {
    this.#options.log.info('remote desktop refused', { reason, ...(consent && { consent }) });
    this.#say({ refused: reason, ...(consent && { consent }) });
    this[Symbol.dispose]();
  }

  #say(hello: AgentHello): void {
    if (!this.#stack.disposed) this.#options.socket.send(JSON.stringify(hello));
  }

  #fail(cause: unknown): void {
    if (this.#stack.disposed) return;
    this.#options.log.warn('remote desktop failed', { reason: shortReasonOf(cause) });
    this[Symbol.dispose]();
  }
}
