import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import type { DesktopAccess, DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { decodeDesktopFrame, type DesktopFrame } from '@vigil/shared/contract/remote-desktop/frames';
import { AgentHello, type ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { WebSocket } from 'ws';
import { createSealedChannel, type SealedChannel } from '../remote-desktop/sealed-channel.ts';
import { eventually } from './eventually.ts';

const SPKI_X25519 = Buffer.from('302a300506032b656e032100', 'hex');
const KEY_BYTES = 32;

/** The key of a viewer for one connection, and the channel that follows from it. */
export function createViewerKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_X25519.length).toString('base64'),
    agree(grant: DesktopGrant, agentKey: string): SealedChannel {
      const der = Buffer.concat([SPKI_X25519, Buffer.from(agentKey, 'base64')]);
      const agent = createPublicKey({ key: der, format: 'der', type: 'spki' });
      const secret = diffieHellman({ privateKey, publicKey: agent });
      const salt = createHash('sha256').update(desktopTranscriptText(grant, agentKey)).digest();
      const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', secret, salt, label, KEY_BYTES));
      return createSealedChannel({ out: keyOf(desktopKeyLabels.toAgent), in: keyOf(desktopKeyLabels.toViewer) });
    },
  };
}

export type ViewerKeys = ReturnType<typeof createViewerKeys>;

/** What a browser does at a relay, apart from painting. */
export interface DesktopViewer extends Disposable {
  send(message: ViewerMessage): void;
  nextFrame(): Promise<DesktopFrame>;
  /** Resolves with the reason when the relay closes the socket. */
  readonly closed: Promise<string>;
}

/** @param server the address of the service, such as `http://127.0.0.1:8080` */
export async function viewDesktop(server: string, access: DesktopAccess, keys: ViewerKeys): Promise<DesktopViewer> {
  const url = new URL(access.relay_url, server);
  const socket = new WebSocket(url.href.replace(/^http/u, 'ws'));
  const received: Buffer[] = [];
  socket.on('message', (data: Buffer) => received.push(data));
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', (_code, reason) => resolve(String(reason))));
  await once(socket, 'open');
  socket.send(JSON.stringify({ ticket: access.ticket }));
  const next = () => eventually(() => received.shift() ?? null);
  await next();
  const hello = AgentHello.parse(JSON.parse(String(await next())));
  if ('refused' in hello) throw new Error(hello.refused);
  const channel = keys.agree(access.grant, hello.agent_key);
  return {
    send: (message) => socket.send(channel.seal(Buffer.from(JSON.stringify(message)))),
    async nextFrame() {
      const frame = decodeDesktopFrame(channel.open(await next()));
      if (frame === null) throw new Error('no frame of a screen');
      return frame;
    },
    closed,
    [Symbol.dispose]: () => socket.terminate(),
  };
}
