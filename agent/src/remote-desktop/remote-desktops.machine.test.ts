import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { DeviceGuid, RemoteSessionId } from '@vigil/shared/contract/ids';
import { decodeDesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import { AgentHello, type ViewerMessage } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { systemClock } from '../clock.ts';
import type { OpenDesktop } from '../host/desktop/desktop.ts';
import { silentLog } from '../log.ts';
import { createSigner } from '../signer.ts';
import { CommandKeys } from '../testing/command-keys.ts';
import { createViewerKeys } from '../testing/desktop-viewer.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { RemoteDesktops } from './remote-desktops.ts';
import type { SealedChannel } from './sealed-channel.ts';

/** A relay with one viewer, and the desktops of one device. */
async function start(openDesktop?: OpenDesktop) {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const sockets: { socket: WebSocket; received: Buffer[] }[] = [];
  relay.on('connection', (socket) => {
    const received: Buffer[] = [];
    sockets.push({ socket, received });
    socket.on('message', (data: Buffer) => received.push(data));
  });
  await once(relay, 'listening');
  const keys = new CommandKeys();
  const device = generateKeyPairSync('ed25519');
  const guid = DeviceGuid.parse(randomUUID());
  const desktop = new FakeDesktop();
  const { port } = relay.address() as AddressInfo;
  const desktops = new RemoteDesktops({
    guid: () => guid,
    trustedKey: (keyId) => Promise.resolve(keys.offered().command_keys.find(({ key_id }) => key_id === keyId)),
    serverNow: Date.now,
    gatewayUrl: () => `http://127.0.0.1:${port}`,
    transport: { allowPlainHttp: false },
    proxy: () => null,
    host: { openDesktop: openDesktop ?? (() => Promise.resolve(desktop)) },
    signer: createSigner(device.privateKey),
    clock: systemClock,
    log: silentLog,
  });
  onTestFinished(() => {
    desktops[Symbol.dispose]();
    relay.close();
  });

  const session = RemoteSessionId.parse(randomUUID());
  const viewer = createViewerKeys();
  const grantOf = (more: { rights?: DesktopRight[]; expires_at?: number; guid?: DeviceGuid } = {}) =>
    keys.signGrant({
      session,
      guid,
      viewer_key: viewer.publicKey,
      rights: ['view', 'input'],
      expires_at: Date.now() + 60_000,
      ...more,
    });
  const join = (grant: ReturnType<typeof grantOf>) =>
    desktops.join({
      session,
      type: 'rc',
      user_name: 'Mina',
      ends_at: null,
      relay_url: `/relay/${session}`,
      relay_ticket: 'vigil_a-ticket-for-the-agent',
      grant,
    });

  /** What the agent says first, once the relay has told that both ends are there. */
  const greet = async (grant: ReturnType<typeof grantOf>) => {
    const before = sockets.length;
    join(grant);
    const { socket, received } = await eventually(() => sockets[before] ?? null);
    await eventually(() => received.length > 0);
    expect(JSON.parse(String(received.shift()))).toEqual({ ticket: 'vigil_a-ticket-for-the-agent' });
    socket.send('{"relay":"ready"}');
    const hello = AgentHello.parse(JSON.parse(String(await eventually(() => received.shift() ?? null))));
    return { socket, received, hello };
  };

  const view = async (grant = grantOf()) => {
    const { socket, received, hello } = await greet(grant);
    if ('refused' in hello) throw new Error(hello.refused);
    const transcript = desktopTranscriptText(grant, hello.agent_key);
    const signature = Buffer.from(hello.signature, 'base64');
    expect(verify(null, Buffer.from(transcript), device.publicKey, signature)).toBe(true);
    const channel = viewer.agree(grant, hello.agent_key);
    const send = (message: ViewerMessage) => socket.send(channel.seal(Buffer.from(JSON.stringify(message))));
    return { socket, received, channel, send, nextFrame: () => nextFrame(received, channel) };
  };
  return { desktop, desktops, session, guid, keys, grantOf, greet, view };
}

async function nextFrame(received: Buffer[], channel: SealedChannel) {
  const frame = decodeDesktopFrame(channel.open(await eventually(() => received.shift() ?? null)));
  if (frame === null) throw new Error('no frame');
  return frame;
}

async function colourOf(op: DesktopOp | undefined): Promise<number[]> {
  const { data } = await sharp(op?.data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

test('[RELAY-5] [RELAY-7] a viewer gets the size and the picture of the screen, and then what is drawn', async () => {
  const { desktop, view } = await start();
  const { nextFrame: next, send } = await view();
  expect((await next()).ops).toMatchObject([{ op: 'size', w: 200, h: 100 }]);
  const first = await next();
  expect(first.ops).toMatchObject([{ op: 'png', x: 0, y: 0, w: 200, h: 100 }]);
  expect(await colourOf(first.ops[0])).toEqual([10, 20, 30]);
  send({ t: 'ack', seq: first.seq });
  desktop.draw([200, 100, 50]);
  expect(await colourOf((await next()).ops[0])).toEqual([200, 100, 50]);
});

test('[RELAY-8] what a viewer does reaches the screen, and nothing stays pressed when it goes', async () => {
  const { desktop, view, desktops, session } = await start();
  const { send } = await view();
  send({ t: 'pointer', x: 5_000, y: 7 });
  send({ t: 'button', button: 0, down: true });
  send({ t: 'key', code: 'ControlLeft', down: true });
  send({ t: 'key', code: 'KeyC', down: true });
  send({ t: 'key', code: 'KeyC', down: false });
  send({ t: 'wheel', dx: 0, dy: 2 });
  await eventually(() => desktop.done.length === 6);
  expect(desktop.done.splice(0)).toEqual([
    'to 199 7',
    'button 0 down',
    'ControlLeft down',
    'KeyC down',
    'KeyC up',
    'wheel 0 2',
  ]);
  desktops.end(session);
  expect(desktop.done).toEqual(['ControlLeft up', 'button 0 up']);
  expect(desktop.isDisposed).toBe(true);
});

test('[RELAY-8] who may only view moves nothing', async () => {
  const { desktop, view, grantOf } = await start();
  const { send, nextFrame: next } = await view(grantOf({ rights: ['view'] }));
  send({ t: 'key', code: 'KeyA', down: true });
  await next();
  const { seq } = await next();
  // What is drawn after the acknowledgement is sent, so the key before it was read.
  send({ t: 'ack', seq });
  desktop.draw([1, 2, 3]);
  await next();
  expect(desktop.done).toEqual([]);
});

test('[RELAY-4] a grant that is forged, too old, used before, or of another device is refused with the reason', async () => {
  const { greet, grantOf, session } = await start();
  const refusalOf = async (grant: ReturnType<typeof grantOf>) => (await greet(grant)).hello;
  const good = grantOf();
  expect(await refusalOf({ ...good, rights: ['view'] })).toEqual({ refused: 'grant_invalid' });
  expect(await refusalOf({ ...good, key_id: 'unknown' })).toEqual({ refused: 'grant_invalid' });
  expect(await refusalOf(grantOf({ guid: DeviceGuid.parse(session) }))).toEqual({ refused: 'grant_invalid' });
  expect(await refusalOf(grantOf({ expires_at: Date.now() - 1 }))).toEqual({ refused: 'grant_expired' });
  expect(await refusalOf(good)).toHaveProperty('agent_key');
  expect(await refusalOf(good)).toEqual({ refused: 'grant_replayed' });
});

test('a device without a display says so', async () => {
  const { greet, grantOf } = await start(() => Promise.resolve('no_display'));
  expect((await greet(grantOf())).hello).toEqual({ refused: 'no_display' });
});

test('[RELAY-6] a message that was changed or repeated ends the connection', async () => {
  const { view } = await start();
  const { socket, channel } = await view();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const sealed = channel.seal(Buffer.from('{"t":"release"}'));
  socket.send(sealed);
  socket.send(sealed);
  await closed;
});

test('[RELAY-7] any bytes after the greeting end the connection, and nothing else', async () => {
  const samples = fc.sample(fc.uint8Array({ maxLength: 60 }), 5);
  for (const bytes of samples) {
    const { view, desktop } = await start();
    const { socket } = await view();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(bytes);
    await closed;
    await eventually(() => desktop.isDisposed);
  }
});
