import { gcm } from '@noble/ciphers/aes.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { AgentHello, Heartbeat } from '@vigil/shared/contract/remote-desktop/messages';
import { encodeAgentMessage } from '@vigil/shared/contract/remote-desktop/text-messages';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { base64OfBytes, bytesOfText } from './bytes.ts';
import { openDesktopLink, type LinkEnd } from './desktop-link.ts';
import { createViewerKey } from './sealed-channel.ts';

const BEAT: Heartbeat = { t: 'beat' };

/** The socket of a page whose network may fail without a word. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readonly readyState = FakeSocket.OPEN;
  readonly sent: Uint8Array[] = [];
  isClosed = false;

  constructor() {
    super();
    FakeSocket.newest = this;
  }

  send(data: Uint8Array): void {
    this.sent.push(data);
  }

  close(): void {
    this.isClosed = true;
  }

  receive(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', { location: { href: 'http://127.0.0.1/en/session/1' } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A link whose agent has greeted it, or has refused it. */
function start(offers: readonly string[], refusal?: AgentHello) {
  const [viewer, agentSecret, deviceSecret] = [
    createViewerKey(),
    x25519.utils.randomSecretKey(),
    ed25519.utils.randomSecretKey(),
  ];
  const session = '00000000-0000-4000-8000-000000000001';
  const access = DesktopAccess.parse({
    relay_url: `/relay/${session}`,
    ticket: 'vigil_a-ticket-for-the-viewer',
    grant: {
      session,
      guid: session,
      viewer_key: viewer.publicKey,
      rights: ['view'],
      expires_at: 1,
      key_id: 'a-key',
      signature: base64OfBytes(new Uint8Array(64)),
    },
    device_key: base64OfBytes(ed25519.getPublicKey(deviceSecret)),
    device_name: 'PC-1',
    user_name: 'Mina',
  });
  const ends: LinkEnd[] = [];
  const told: unknown[] = [];
  const link = openDesktopLink(access, viewer, {
    onAsking: () => undefined,
    onReady: () => undefined,
    onFrame: () => undefined,
    onMessage: (message) => told.push(message),
    onEnd: (end) => ends.push(end),
  });
  const socket = FakeSocket.newest;
  const agent_key = base64OfBytes(x25519.getPublicKey(agentSecret));
  const transcript = bytesOfText(desktopTranscriptText(access.grant, agent_key));
  const secret = x25519.getSharedSecret(agentSecret, x25519.getPublicKey(viewer.secret));
  const keyOf = (label: string) => hkdf(sha256, secret, sha256(transcript), bytesOfText(label), 32);
  const nonceOf = (number: number) => Uint8Array.from({ length: 12 }, (_, at) => (at === 11 ? number : 0));
  socket.receive('{"relay":"ready"}');
  const signature = base64OfBytes(ed25519.sign(transcript, deviceSecret));
  socket.receive(JSON.stringify(refusal ?? { agent_key, signature, offers }));
  let sealed = 0;
  const beat = () => {
    const bytes = gcm(keyOf(desktopKeyLabels.toViewer), nonceOf(sealed)).encrypt(encodeAgentMessage(BEAT));
    sealed += 1;
    socket.receive(new Uint8Array(bytes).buffer);
  };
  const heard = () =>
    socket.sent.map((bytes, index) => {
      const plain = gcm(keyOf(desktopKeyLabels.toAgent), nonceOf(index)).decrypt(bytes);
      return JSON.parse(new TextDecoder().decode(plain)) as unknown;
    });
  return { link, socket, ends, told, beat, heard };
}

test('[RELAY-16] a page answers each beat of the agent, and shows it to nobody', () => {
  const { beat, heard, told } = start(['heartbeat']);
  beat();
  beat();
  expect(heard()).toEqual([{ t: 'accept', offers: ['heartbeat'] }, BEAT, BEAT]);
  expect(told).toEqual([]);
});

test('[RELAY-16] a link to which nothing comes for 10 s ends as one whose network has failed, once', () => {
  const { beat, ends, socket } = start(['heartbeat']);
  for (let seconds = 0; seconds < 30; seconds += 6) {
    vi.advanceTimersByTime(6_000);
    beat();
  }
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(9_900);
  expect(ends).toEqual([]);
  vi.advanceTimersByTime(20_000);
  expect([ends, socket.isClosed]).toEqual([['network'], true]);
});

test('[RELAY-16] an agent that sends no beats may be silent', () => {
  const { ends } = start(['copy']);
  vi.advanceTimersByTime(60_000);
  expect(ends).toEqual([]);
});

test('[RELAY-16] a link that was closed by its page tells no end', () => {
  const { link, ends } = start(['heartbeat']);
  link[Symbol.dispose]();
  vi.advanceTimersByTime(60_000);
  expect(ends).toEqual([]);
});

test.each([
  [{ refused: 'consent_refused', consent: 'declined' }, 'declined'],
  [{ refused: 'consent_refused', consent: 'unanswered' }, 'unanswered'],
  // An older agent does not tell the two apart.
  [{ refused: 'consent_refused' }, 'consent_refused'],
  [{ refused: 'no_display' }, 'no_display'],
  // A newer one has other reasons.
  [{ refused: 'on_fire' }, 'unavailable'],
] as const)('[RELAY-11] a link that its agent refuses with %j ends as %s', (refusal, end) => {
  const { ends, socket } = start([], refusal as AgentHello);
  expect([ends, socket.isClosed]).toEqual([[end], true]);
});
