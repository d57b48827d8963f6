import { setImmediate } from 'node:timers/promises';
import { gcm } from '@noble/ciphers/aes.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { AgentHello, AgentMessage, Heartbeat } from '@vigil/shared/contract/remote-desktop/messages';
import { relayCloseCode } from '@vigil/shared/contract/remote-desktop/refusals';
import { encodeAgentMessage } from '@vigil/shared/contract/remote-desktop/text-messages';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { base64OfBytes, bytesOfText } from './bytes.ts';
import { openDesktopLink, type LinkEnd } from './desktop-link.ts';
import { createViewerKey } from './sealed-channel.ts';

/** Of Node, whatever a test has put in its place. */
const nodeCrypto = globalThis.crypto;

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
  vi.restoreAllMocks();
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
  const say = (message: AgentMessage | Heartbeat) => {
    const bytes = gcm(keyOf(desktopKeyLabels.toViewer), nonceOf(sealed)).encrypt(encodeAgentMessage(message));
    sealed += 1;
    socket.receive(new Uint8Array(bytes).buffer);
  };
  const beat = () => say(BEAT);
  const heard = () =>
    socket.sent.map((bytes, index) => {
      const plain = gcm(keyOf(desktopKeyLabels.toAgent), nonceOf(index)).decrypt(bytes);
      return JSON.parse(new TextDecoder().decode(plain)) as unknown;
    });
  return { link, socket, ends, told, say, beat, heard };
}

/** What is sealed and opened beside this thread takes real time, which the clocks of these tests do not show. */
const MAX_TURNS = 1_000_000;
async function until(passes: () => boolean): Promise<void> {
  for (let turn = 0; !passes(); turn += 1) {
    if (turn === MAX_TURNS) throw new Error(`never: ${String(passes)}`);
    await setImmediate();
  }
}

/** As over plain http. */
const withoutBrowserCryptography = () =>
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => nodeCrypto.getRandomValues(bytes) });

test.each([
  ['of the browser', () => undefined],
  ['of the library', withoutBrowserCryptography],
])(
  '[RELAY-16] with the cryptography %s a page answers each beat of the agent, and shows it to nobody',
  async (_, set) => {
    set();
    const { beat, heard, told, socket } = start(['heartbeat']);
    beat();
    beat();
    await until(() => socket.sent.length === 3);
    expect(heard()).toEqual([{ t: 'accept', offers: ['heartbeat'] }, BEAT, BEAT]);
    expect(told).toEqual([]);
  },
);

test('[RELAY-6] what is opened or sealed sooner is neither heard nor sent before what came first', async () => {
  const { subtle } = nodeCrypto;
  const { say, told, link, heard, socket } = start([]);
  for (const name of ['decrypt', 'encrypt'] as const) {
    const second = Promise.withResolvers<void>();
    const original = subtle[name].bind(subtle);
    vi.spyOn(subtle, name)
      .mockImplementationOnce(async (...given) => {
        await second.promise;
        return original(...given);
      })
      .mockImplementationOnce(async (...given) => {
        const result = await original(...given);
        second.resolve();
        return result;
      });
  }
  const news = [{ t: 'refused' }, { t: 'not_locked' }] as const;
  for (const message of news) say(message);
  for (const t of ['request', 'grant'] as const) link.send({ t });
  await until(() => told.length === 2 && socket.sent.length === 2);
  expect(told).toEqual(news);
  expect(heard()).toEqual([{ t: 'request' }, { t: 'grant' }]);
});

test('[RELAY-6] what came before the end of a link is heard before it, and a changed message ends it', async () => {
  const { say, told, ends, socket } = start([]);
  say({ t: 'refused' });
  socket.dispatchEvent(Object.assign(new Event('close'), { code: relayCloseCode('session_cut') }));
  await until(() => ends.length > 0);
  expect([told, ends]).toEqual([[{ t: 'refused' }], ['session_cut']]);

  const changed = start([]);
  changed.socket.receive(new Uint8Array(40).buffer);
  await until(() => changed.ends.length > 0);
  expect([changed.ends, changed.told, changed.socket.isClosed]).toEqual([['untrusted'], [], true]);
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
