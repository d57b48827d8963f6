import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { AgentHello, AgentMessage, ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopOffers, type DesktopOffer } from '@vigil/shared/contract/remote-desktop/offers';
import {
  consentDenials,
  desktopRefusals,
  relayCloseCode,
  relayCloseReasons,
  type ConsentDenial,
  type DesktopRefusal,
  type RelayCloseReason,
} from '@vigil/shared/contract/remote-desktop/refusals';
import { decodeAgentMessage } from '@vigil/shared/contract/remote-desktop/text-messages';
import type { Bytes } from './aes-gcm.ts';
import { agreeWithAgent, type SealedChannel, type ViewerKey } from './sealed-channel.ts';

/** The agent sends a beat every 2 s: five of them are missing. */
const SILENT_MS = 10_000;
const CHECK_MS = 1_000;

/**
 * Why a link has ended: the relay or the agent said so, the network failed, or someone else answered for the device.
 */
export type LinkEnd = RelayCloseReason | DesktopRefusal | ConsentDenial | 'network' | 'untrusted' | 'unavailable';

const refusals: readonly (DesktopRefusal | ConsentDenial)[] = [...consentDenials, ...desktopRefusals];

export interface LinkListener {
  /** The person at the device is asked, for so many seconds. */
  onAsking(seconds: number): void;
  /** The agent has proven who it is; what it offers and this page knows. */
  onReady(offers: readonly DesktopOffer[]): void;
  onFrame(frame: Uint8Array): void;
  onMessage(message: AgentMessage): void;
  onEnd(end: LinkEnd): void;
}

export interface DesktopLink extends Disposable {
  send(message: ViewerMessage): void;
}

/**
 * Connects to the agent over the relay: ticket, greeting of the agent, then encrypted messages (RELAY-1 to RELAY-6).
 */
export function openDesktopLink(access: DesktopAccess, key: ViewerKey, listener: LinkListener): DesktopLink {
  const url = new URL(access.relay_url, window.location.href);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  let channel: SealedChannel | null = null;
  let isReadyAtRelay = false;
  let hasEnded = false;
  /** What is sealed and opened beside this thread comes out in its order. */
  let sending = Promise.resolve();
  let delivering = Promise.resolve();

  let heardAt = performance.now();
  let watching: ReturnType<typeof setInterval> | undefined;

  const close = () => {
    hasEnded = true;
    clearInterval(watching);
    socket.close();
  };
  const end = (reason: LinkEnd) => {
    if (hasEnded) return;
    close();
    listener.onEnd(reason);
  };
  /** Nothing tells a page that the network is gone while it waits (RELAY-16). */
  const watch = () => {
    watching = setInterval(() => performance.now() - heardAt >= SILENT_MS && end('network'), CHECK_MS);
  };
  const sendAfter = async (earlier: Promise<void>, sealing: Promise<Bytes>) => {
    const [sealed] = await Promise.all([sealing, earlier]);
    if (socket.readyState === WebSocket.OPEN) socket.send(sealed);
  };
  const send = (message: ViewerMessage) => {
    if (channel === null) return;
    sending = sendAfter(sending, channel.seal(JSON.stringify(message))).catch(() => end('network'));
  };
  const greet = (text: string) => {
    const hello = JSON.parse(text) as AgentHello;
    if ('asking' in hello) return listener.onAsking(hello.asking);
    if ('refused' in hello) {
      const said: readonly unknown[] = [hello.consent, hello.refused];
      // An agent may be newer than this page.
      return end(refusals.find((one) => said.includes(one)) ?? 'unavailable');
    }
    channel = agreeWithAgent(key, access, hello);
    if (channel === null) return end('untrusted');
    const offers = desktopOffers.filter((offer) => hello.offers?.includes(offer));
    if (offers.length > 0) send({ t: 'accept', offers });
    if (offers.includes('heartbeat')) watch();
    listener.onReady(offers);
  };
  const deliver = (plain: Uint8Array) => {
    const message = decodeAgentMessage(plain);
    if (message === null) listener.onFrame(plain);
    // Answered, and not sent by a timer: browsers let the timers of hidden pages run once a minute.
    else if (message.t === 'beat') send(message);
    else listener.onMessage(message);
  };
  const deliverAfter = async (earlier: Promise<void>, opening: Promise<Bytes>) => {
    const [plain] = await Promise.all([opening, earlier]);
    if (!hasEnded) deliver(plain);
  };
  const receive = (data: unknown) => {
    heardAt = performance.now();
    if (!isReadyAtRelay) isReadyAtRelay = true;
    else if (channel === null) greet(String(data));
    else {
      const opening = channel.open(new Uint8Array(data as ArrayBuffer));
      // What cannot be read was changed on the way.
      delivering = deliverAfter(delivering, opening).catch(() => end('untrusted'));
    }
  };

  socket.addEventListener('open', () => socket.send(JSON.stringify({ ticket: access.ticket })));
  socket.addEventListener('message', ({ data }) => {
    try {
      if (!hasEnded) receive(data);
    } catch {
      end('untrusted');
    }
  });
  socket.addEventListener('close', ({ code }) => {
    const reason = relayCloseReasons.find((one) => relayCloseCode(one) === code) ?? 'network';
    // What came before it is heard before it.
    void delivering.then(() => end(reason));
  });
  return {
    send,
    [Symbol.dispose]: close,
  };
}
