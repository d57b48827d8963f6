import { generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { DeviceGuid, RemoteSessionId } from '@vigil/shared/contract/ids';
import type { DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import { AgentHello } from '@vigil/shared/contract/remote-desktop/messages';
import type { DesktopGrant } from '@vigil/shared/contract/remote-desktop/grant';
import { desktopTranscriptText } from '@vigil/shared/contract/remote-desktop/transcript';
import { systemClock } from '../clock.ts';
import type { OpenDesktop } from '../host/desktop/desktop.ts';
import { silentLog } from '../log.ts';
import { createSigner } from '../signer.ts';
import { CommandKeys } from '../testing/command-keys.ts';
import { createDesktopInbox, createViewerKeys, type ViewerAction } from '../testing/desktop-viewer.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { PageDesktop } from '../testing/page-desktop.ts';
import { PaintedScreen } from '../testing/painted-screen.ts';
import { startThrottledLink } from '../testing/throttled-link.ts';
import { RemoteDesktops } from './remote-desktops.ts';

/** A relay, and the desktops of one device. */
async function start(
  openDesktop?: OpenDesktop,
  reach: (relay: string) => Promise<string> = (relay) => Promise.resolve(relay),
) {
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
  const host = new FakeHost();
  host.openDesktop = openDesktop ?? (() => Promise.resolve(desktop));
  const endedByPerson: string[] = [];
  const { port } = relay.address() as AddressInfo;
  const gatewayUrl = await reach(`http://127.0.0.1:${port}`);
  const desktops = new RemoteDesktops({
    guid: () => guid,
    trustedKey: (keyId) => Promise.resolve(keys.offered().command_keys.find(({ key_id }) => key_id === keyId)),
    serverNow: Date.now,
    gatewayUrl: () => gatewayUrl,
    transport: { allowPlainHttp: false },
    proxy: () => null,
    host,
    signer: createSigner(device.privateKey),
    clock: systemClock,
    log: silentLog,
    onHandedOver: () => undefined,
    onEndedByPerson: (sessions, reason) => {
      endedByPerson.push(reason);
      for (const one of sessions) desktops.end(one);
    },
  });
  onTestFinished(() => {
    desktops[Symbol.dispose]();
    relay.close();
  });

  const session = RemoteSessionId.parse(randomUUID());
  const viewer = createViewerKeys();
  type Changed = Partial<Omit<DesktopGrant, 'key_id' | 'signature'>>;
  const grantOf = (more: Changed = {}) =>
    keys.signGrant({
      session,
      guid,
      viewer_key: viewer.publicKey,
      rights: ['view', 'input'],
      expires_at: Date.now() + 60_000,
      ...more,
    });
  const join = (grant: DesktopGrant, user_name: string) =>
    desktops.join({
      session: grant.session,
      type: 'rc',
      user_name,
      ends_at: null,
      relay_url: `/relay/${grant.session}`,
      relay_ticket: 'vigil_a-ticket-for-the-agent',
      grant,
    });

  /** Lets the relay say that both ends are there. */
  const meet = async (grant: DesktopGrant, name = 'Mina') => {
    const before = sockets.length;
    join(grant, name);
    const { socket, received } = await eventually(() => sockets[before] ?? null);
    await eventually(() => received.length > 0);
    expect(JSON.parse(String(received.shift()))).toEqual({ ticket: 'vigil_a-ticket-for-the-agent' });
    socket.send('{"relay":"ready"}');
    const nextHello = async () =>
      AgentHello.parse(JSON.parse(String(await eventually(() => received.shift() ?? null))));
    return { socket, received, nextHello };
  };

  /** What the agent says first. */
  const greet = async (grant: DesktopGrant, name?: string) => {
    const met = await meet(grant, name);
    return { ...met, hello: await met.nextHello() };
  };

  const view = async (grant = grantOf(), { name = 'Mina', own = viewer } = {}) => {
    const { socket, received, hello } = await greet(grant, name);
    if (!('agent_key' in hello)) throw new Error(JSON.stringify(hello));
    const transcript = desktopTranscriptText(grant, hello.agent_key);
    const signature = Buffer.from(hello.signature, 'base64');
    expect(verify(null, Buffer.from(transcript), device.publicKey, signature)).toBe(true);
    const inbox = createDesktopInbox(received, own.agree(grant, hello.agent_key));
    const send = (action: ViewerAction & { epoch?: number }) => socket.send(inbox.seal(action));
    return { ...inbox, socket, send };
  };

  /** Another user at the same desktop. */
  const viewToo = (name: string, more: Changed = {}) => {
    const own = createViewerKeys();
    const other = { session: RemoteSessionId.parse(randomUUID()), viewer_key: own.publicKey };
    return view(grantOf({ ...other, ...more }), { name, own });
  };
  return { desktop, desktops, host, endedByPerson, session, guid, keys, grantOf, greet, meet, view, viewToo };
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
  const { send, control } = await view();
  await control(({ holder, you }) => holder === you);
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
  const { socket, seal } = await view();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const sealed = seal({ t: 'release' });
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

test('[RELAY-10] two viewers see one desktop, each as far as it can; what the former holder sends after the hand-over is dropped', async () => {
  const { desktop, view, viewToo } = await start();
  const mina = await view();
  const jun = await viewToo('Jun');
  const { epoch } = await mina.control(({ holder, you, viewers }) => holder === you && viewers.length === 2);
  for (const viewer of [mina, jun]) expect((await viewer.nextFrame()).ops).toMatchObject([{ op: 'size', w: 200 }]);
  jun.send({ t: 'key', code: 'KeyJ', down: true });
  jun.send({ t: 'request' });
  await mina.control(({ requester }) => requester !== null);
  mina.send({ t: 'key', code: 'ShiftLeft', down: true });
  mina.send({ t: 'grant' });
  await jun.control(({ holder, you }) => holder === you);
  mina.send({ t: 'key', code: 'KeyM', down: true, epoch });
  jun.send({ t: 'key', code: 'KeyA', down: true });
  await eventually(() => desktop.done.includes('KeyA down'));
  // Something of the former holder that the agent answers shows that its key was read before.
  mina.send({ t: 'request' });
  await jun.control(({ requester }) => requester !== null);
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up', 'KeyA down']);
});

test('[RELAY-10] the desktop is closed with its last viewer', async () => {
  const { desktop, desktops, session, view, viewToo } = await start();
  await view();
  const jun = await viewToo('Jun');
  desktops.end(session);
  await jun.control(({ viewers }) => viewers.length === 1);
  expect(desktop.isDisposed).toBe(false);
  jun.socket.close();
  await eventually(() => desktop.isDisposed);
});

test('[RELAY-10] text and clipboard go each way, for the viewer in control', async () => {
  const { desktop, view } = await start();
  const { send, control, told } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'text', text: '한글' });
  send({ t: 'paste', text: 'for the device' });
  send({ t: 'copy' });
  await eventually(async () => {
    await control(() => true);
    return told.some(({ t }) => t === 'clipboard');
  });
  expect(desktop.done).toEqual(['text 한글']);
  expect(told).toContainEqual({ t: 'clipboard', text: 'for the device' });
});

test('[RELAY-11] the person at the device is asked once a session, and sees who is connected', async () => {
  const { host, greet, meet, grantOf, desktops, session } = await start();
  const keys = createViewerKeys();
  const { nextHello } = await meet(grantOf({ consent: 'or_refuse' }));
  expect(await nextHello()).toEqual({ asking: 30 });
  expect(await nextHello()).toHaveProperty('agent_key');
  expect(host.questions).toEqual(['Mina asks to see and use this screen.']);
  expect(host.banner?.names).toBe('Mina');
  const again = await meet(grantOf({ consent: 'or_refuse', viewer_key: keys.publicKey }));
  expect(await again.nextHello()).toEqual({ asking: 30 });
  expect(await again.nextHello()).toHaveProperty('agent_key');
  expect(host.questions).toHaveLength(1);
  desktops.end(session);
  expect(host.banner).toBeNull();
  expect((await greet(grantOf({ viewer_key: createViewerKeys().publicKey }))).hello).toHaveProperty('agent_key');
  expect(host.questions).toHaveLength(1);
});

test('[RELAY-11] a viewer who is not let in is told, and its session is ended', async () => {
  const { host, meet, grantOf, endedByPerson } = await start();
  host.answer = Promise.resolve(false);
  const { nextHello } = await meet(grantOf({ consent: 'or_allow' }));
  expect(await nextHello()).toEqual({ asking: 30 });
  expect(await nextHello()).toEqual({ refused: 'consent_refused' });
  await eventually(() => endedByPerson.length > 0);
  expect(endedByPerson).toEqual(['refused']);
});

test.each([
  ['or_allow', { agent_key: expect.any(String) as unknown }],
  ['or_refuse', { refused: 'consent_refused' }],
] as const)('[RELAY-11] where nobody can answer the rule decides: %s', async (consent, expected) => {
  const { host, meet, grantOf } = await start();
  host.answer = Promise.resolve(null);
  const { nextHello } = await meet(grantOf({ consent }));
  await nextHello();
  expect(await nextHello()).toMatchObject(expected);
});

test('[RELAY-11] the person at the device ends what they see', async () => {
  const { host, view, endedByPerson } = await start();
  const { socket } = await view();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  host.banner?.end();
  await closed;
  expect(endedByPerson).toEqual(['person']);
  expect(host.banner).toBeNull();
});

test('[RELAY-12] while somebody uses the device itself, input of the viewer in control does not reach it', async () => {
  const { desktop, view } = await start();
  const { send, control } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => desktop.done.length === 1);
  desktop.useLocally();
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']);
  await control(({ is_local }) => is_local === true);
});

test('[RELAY-7] over a narrow and long way keys arrive in their order while a page scrolls, and in the end the picture is right', async () => {
  const desktop = new PageDesktop();
  const { view } = await start(
    () => Promise.resolve(desktop),
    async (relay) => {
      const link = await startThrottledLink(relay, { bytesPerSecond: 250_000, delayMs: 40 });
      onTestFinished(() => link[Symbol.asyncDispose]());
      return link.url;
    },
  );
  const { send, control, nextFrame } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'accept', offers: ['copy'] });
  const shown = new PaintedScreen();
  const codes = Array.from({ length: 20 }, (_, index) => `Key${index}`);
  const showNext = async () => {
    const frame = await nextFrame();
    await shown.paint(frame);
    send({ t: 'ack', seq: frame.seq });
  };
  for (const code of codes) {
    desktop.scrollPage();
    send({ t: 'key', code, down: true });
    await showNext();
  }
  await eventually(() => desktop.done.length === codes.length);
  expect(desktop.done).toEqual(codes.map((code) => `${code} down`));
  while (Buffer.compare(shown.pixels, desktop.pixels) !== 0) await showNext();
});
