import type { AgentHello } from '@vigil/shared/contract/remote-desktop/messages';
import { ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import type { DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';
import { desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import type { Desktop, OpenDesktop } from '../host/desktop/desktop.ts';
import { shortReasonOf, type Log } from '../log.ts';
import type { Signer } from '../signer.ts';
import { HeldInput } from './held-input.ts';
import { ScreenSender } from './screen-sender.ts';
import { createKeyAgreement, type SealedChannel } from './sealed-channel.ts';

export interface DesktopConnectionOptions {
  readonly socket: WebSocket;
  readonly grant: DesktopGrant;
  /** Why the grant is refused, or null. */
  readonly refusal: Promise<DesktopRefusal | null>;
  readonly openDesktop: OpenDesktop;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
}

/** One viewer at this desktop, from the relay's first message to the end of the socket. */
export class DesktopConnection implements Disposable {
  readonly #options: DesktopConnectionOptions;
  readonly #stack = new DisposableStack();
  #channel: SealedChannel | null = null;
  #sender: ScreenSender | null = null;
  #input: HeldInput | null = null;

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

  [Symbol.dispose](): void {
    if (this.#stack.disposed) return;
    this.#stack.dispose();
    this.#options.socket.close();
  }

  async #greet(): Promise<void> {
    const refusal = await this.#options.refusal;
    if (refusal !== null) return this.#refuse(refusal);
    const desktop = await this.#options.openDesktop();
    if (typeof desktop === 'string') return this.#refuse(desktop);
    if (this.#stack.disposed) return desktop[Symbol.dispose]();
    this.#stack.use(desktop);
    desktop.onLost(() => this[Symbol.dispose]());
    this.#start(desktop);
  }

  #start(desktop: Desktop): void {
    const { socket, grant, signer, clock } = this.#options;
    const agreement = createKeyAgreement();
    const transcript = desktopTranscriptText(grant, agreement.publicKey);
    const channel = agreement.agree(grant.viewer_key, transcript);
    this.#channel = channel;
    this.#say({ agent_key: agreement.publicKey, signature: signer.sign(transcript) });
    if (grant.rights.includes('input')) this.#input = this.#stack.use(new HeldInput(desktop));
    const send = (frame: Uint8Array) => socket.send(channel.seal(frame));
    const onFailed = (cause: unknown) => this.#fail(cause);
    this.#sender = this.#stack.use(new ScreenSender({ desktop, clock, send, onFailed }));
  }

  #receive(data: Buffer): void {
    if (this.#channel === null) return;
    try {
      const message = ViewerMessage.parse(JSON.parse(String(this.#channel.open(data))));
      if (message.t === 'ack') this.#sender?.acknowledge(message.seq);
      else this.#input?.apply(message);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #refuse(reason: DesktopRefusal): void {
    this.#options.log.info('remote desktop refused', { reason });
    this.#say({ refused: reason });
    this[Symbol.dispose]();
  }

  #say(hello: AgentHello): void {
    this.#options.socket.send(JSON.stringify(hello));
  }

  #fail(cause: unknown): void {
    this.#options.log.warn('remote desktop failed', { reason: shortReasonOf(cause) });
    this[Symbol.dispose]();
  }
}
