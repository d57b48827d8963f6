import { createHash, diffieHellman, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { decodeDesktopFrame, type DesktopFrame } from '@vigil/shared/contract/remote-desktop/frames';
import type { DesktopAccess, DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { AgentHello, type AgentMessage, type ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import { desktopOffers, type DesktopOffer } from '@vigil/shared/contract/remote-desktop/offers';
import { decodeAgentMessage } from '@vigil/shared/contract/remote-desktop/text-messages';
import { desktopKeyLabels, desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { WebSocket } from 'ws';
import { publicKeyFrom, rawPublicKey } from '../raw-keys.ts';
import { createSealedChannel, type SealedChannel } from '../remote-desktop/sealed-channel.ts';
import { eventually } from './eventually.ts';

const KEY_BYTES = 32;

/** The key of a viewer for one connection, and the channel that follows from it. */
export function createViewerKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: rawPublicKey(publicKey),
    agree(grant: DesktopGrant, agentKey: string): SealedChannel {
      const agent = publicKeyFrom('X25519', agentKey);
      const secret = diffieHellman({ privateKey, publicKey: agent });
      const salt = createHash('sha256').update(desktopTranscriptText(grant, agentKey)).digest();
      const keyOf = (label: string) => Buffer.from(hkdfSync('sha256', secret, salt, label, KEY_BYTES));
      return createSealedChannel({ out: keyOf(desktopKeyLabels.toAgent), in: keyOf(desktopKeyLabels.toViewer) });
    },
  };
}

export type ViewerKeys = ReturnType<typeof createViewerKeys>;

export type ControlState = Extract<AgentMessage, { t: 'control' }>;
type WithoutEpoch<M> = M extends { epoch: number } ? Omit<M, 'epoch'> : M;
/** A message of a viewer, which names the newest epoch that it knows of. */
export type ViewerAction = WithoutEpoch<ViewerMessage>;

/** What a browser does at a relay, apart from painting. */
export interface DesktopViewer extends Disposable {
  send(action: ViewerAction): void;
  nextFrame(): Promise<DesktopFrame>;
  /** Calls back with each frame as it comes, in place of `nextFrame`. */
  onFrame(listener: (frame: DesktopFrame) => void): void;
  /** What the agent has told beside frames, as far as frames were awaited. */
  readonly told: readonly AgentMessage[];
  /** The newest state of the control that passes. */
  control(passes: (state: ControlState) => boolean): Promise<ControlState>;
  /** Resolves with the reason when the relay closes the socket. */
  readonly closed: Promise<string>;
}

export interface ViewedPlace {
  /** The address of the service, such as `http://127.0.0.1:8080`. */
  readonly server: string;
  /** What the viewer accepts; without it what browsers do. */
  readonly offers?: readonly DesktopOffer[];
}

export async function viewDesktop(
  { server, offers = desktopOffers }: ViewedPlace,
  access: DesktopAccess,
  keys: ViewerKeys,
): Promise<DesktopViewer> {
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
  let hello = AgentHello.parse(JSON.parse(String(await next())));
  while ('asking' in hello) hello = AgentHello.parse(JSON.parse(String(await next())));
  if ('refused' in hello) throw new Error(hello.refused);
  const answerBeat = () => send({ t: 'beat' });
  const inbox = createDesktopInbox(received, keys.agree(access.grant, hello.agent_key), { onBeat: answerBeat });
  let listener: ((frame: DesktopFrame) => void) | null = null;
  const deliver = () => {
    inbox.readAll();
    if (listener !== null) for (const frame of inbox.takeFrames()) listener(frame);
  };
  socket.on('message', deliver);
  const send = (action: ViewerAction) => socket.send(inbox.seal(action));
  send({ t: 'accept', offers: [...offers] });
  return {
    ...inbox,
    send,
    onFrame(heard) {
      listener = heard;
      deliver();
    },
    closed,
    [Symbol.dispose]: () => socket.terminate(),
  };
}

/** What an agent has sent, in its order: frames, and what it tells beside them. */
export function createDesktopInbox(
  received: Buffer[],
  channel: SealedChannel,
  options: { readonly onBeat?: () => void } = {},
) {
  const told: AgentMessage[] = [];
  const frames: DesktopFrame[] = [];
  const readAll = () => {
    for (let sealed = received.shift(); sealed !== undefined; sealed = received.shift()) {
      const plain = channel.open(sealed);
      const message = decodeAgentMessage(plain);
      const frame = message === null ? decodeDesktopFrame(plain) : null;
      if (message?.t === 'beat') options.onBeat?.();
      else if (message !== null) told.push(message);
      else if (frame === null) throw new Error('no frame of a screen');
      else frames.push(frame);
    }
  };
  const newest = () => told.findLast((message): message is ControlState => message.t === 'control');
  return {
    told,
    readAll,
    /** As no viewer of ours does: any bytes, with the right key. */
    sealBytes: (plain: Uint8Array): Buffer => channel.seal(plain),
    seal(action: ViewerAction): Buffer {
      readAll();
      return channel.seal(Buffer.from(JSON.stringify({ epoch: newest()?.epoch ?? 0, ...action })));
    },
    takeFrames(): DesktopFrame[] {
      readAll();
      return frames.splice(0);
    },
    nextFrame: () =>
      eventually(() => {
        readAll();
        return frames.shift() ?? null;
      }),
    control: (passes: (state: ControlState) => boolean) =>
      eventually(() => {
        readAll();
        const state = newest();
        return state !== undefined && passes(state) ? state : null;
      }),
  };
}
