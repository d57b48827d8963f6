import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { DeviceGuid, RemoteSessionId } from '@vigil/shared/contract/ids';
import type { DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { deviceFingerprint } from '../device-fingerprint.ts';
import { createViewerKeys } from '../testing/desktop-viewer.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { PageDesktop } from '../testing/page-desktop.ts';
import { PaintedScreen } from '../testing/painted-screen.ts';
import { startDesktops } from '../testing/start-desktops.ts';
import { startThrottledLink } from '../testing/throttled-link.ts';

async function colourOf(op: DesktopOp | undefined): Promise<number[]> {
  const { data } = await sharp(op?.data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, 3)];
}

test('[RELAY-5] [RELAY-7] a viewer gets the size and the picture of the screen, and then what is drawn', async () => {
  const { desktop, view } = await startDesktops();
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
  const { desktop, view, desktops, session } = await startDesktops();
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
  const { desktop, view, grantOf } = await startDesktops();
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
  const { greet, grantOf, session } = await startDesktops();
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
  const { greet, grantOf } = await startDesktops(() => Promise.resolve('no_display'));
  expect((await greet(grantOf())).hello).toEqual({ refused: 'no_display' });
});

test('[RELAY-6] a message that was changed or repeated ends the connection', async () => {
  const { view } = await startDesktops();
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
    const { view, desktop } = await startDesktops();
    const { socket } = await view();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.send(bytes);
    await closed;
    await eventually(() => desktop.isDisposed);
  }
});

test('[RELAY-10] two viewers see one desktop, each as far as it can; what the former holder sends after the hand-over is dropped', async () => {
  const { desktop, view, viewToo } = await startDesktops();
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
  const { desktop, desktops, session, view, viewToo } = await startDesktops();
  await view();
  const jun = await viewToo('Jun');
  desktops.end(session);
  await jun.control(({ viewers }) => viewers.length === 1);
  expect(desktop.isDisposed).toBe(false);
  jun.socket.close();
  await eventually(() => desktop.isDisposed);
});

test('[RELAY-3] what is still on its way when a session ends does nothing at the desktop that others see', async () => {
  const { desktop, desktops, session, view, viewToo } = await startDesktops();
  const mina = await view();
  const jun = await viewToo('Jun', { rights: ['view'] });
  await mina.control(({ holder, you, viewers }) => holder === you && viewers.length === 2);
  const late = ['KeyA', 'KeyB'].map((code) => mina.seal({ t: 'key', code, down: true }));
  // A relay that does not confirm the end goes on delivering.
  const kept = Object.assign(mina.socket, { close: () => undefined });
  kept.pause();
  desktops.end(session);
  for (const sealed of late) kept.send(sealed);
  await new Promise((resolve) => kept.send('', resolve));
  await jun.control(({ viewers }) => viewers.length === 1);
  const closed = once(kept, 'close');
  kept.resume();
  await closed;
  expect(desktop.done).toEqual([]);
});

test('[RELAY-10] text and clipboard go each way, for the viewer in control', async () => {
  const { desktop, view } = await startDesktops();
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
  const { host, greet, meet, grantOf, desktops, session, answered, signer } = await startDesktops();
  const keys = createViewerKeys();
  const fingerprint = deviceFingerprint(signer);
  const { nextHello } = await meet(grantOf({ consent: 'or_refuse' }));
  expect(await nextHello()).toEqual({ asking: 30 });
  expect(await nextHello()).toHaveProperty('agent_key');
  expect(host.questions).toEqual([`Mina asks to see and use this screen. Key ${fingerprint}`]);
  expect(host.banner).toMatchObject({ names: 'Mina', fingerprint });
  const again = await meet(grantOf({ consent: 'or_refuse', viewer_key: keys.publicKey }));
  expect(await again.nextHello()).toEqual({ asking: 30 });
  expect(await again.nextHello()).toHaveProperty('agent_key');
  expect([host.questions.length, answered]).toEqual([1, ['given']]);
  desktops.end(session);
  expect(host.banner).toBeNull();
  expect((await greet(grantOf({ viewer_key: createViewerKeys().publicKey }))).hello).toHaveProperty('agent_key');
  expect(host.questions).toHaveLength(1);
});

test('[RELAY-11] the person is asked for what the session may do', async () => {
  const { host, meet, grantOf } = await startDesktops();
  const { nextHello } = await meet(grantOf({ consent: 'or_refuse', rights: ['view'] }));
  await nextHello();
  expect(host.questions).toEqual([expect.stringMatching(/^Mina asks to see this screen\. Key [\da-f ]{19}$/u)]);
});

test('[RELAY-11] a viewer who is not let in is told, and its session is ended', async () => {
  const { host, meet, grantOf, ended, answered } = await startDesktops();
  host.answer = Promise.resolve(false);
  const { nextHello } = await meet(grantOf({ consent: 'or_allow' }));
  expect(await nextHello()).toEqual({ asking: 30 });
  expect(await nextHello()).toEqual({ refused: 'consent_refused', consent: 'declined' });
  await eventually(() => ended.length > 0);
  expect([answered, ended]).toEqual([['declined'], ['declined']]);
});

test.each([
  ['or_allow', { agent_key: expect.any(String) as unknown }, []],
  ['or_refuse', { refused: 'consent_refused', consent: 'unanswered' }, ['unanswered']],
] as const)('[RELAY-11] where nobody can answer the rule decides: %s', async (consent, expected, ends) => {
  const { host, meet, grantOf, ended, answered } = await startDesktops();
  host.answer = Promise.resolve(null);
  const { nextHello } = await meet(grantOf({ consent }));
  await nextHello();
  expect(await nextHello()).toMatchObject(expected);
  await eventually(() => ended.length === ends.length);
  expect([answered, ended]).toEqual([['unanswered'], ends]);
});

test('[RELAY-11] a question whose session ends meanwhile was neither refused nor left without an answer', async () => {
  const { host, meet, grantOf, desktops, session, ended, answered } = await startDesktops();
  const answer = Promise.withResolvers<boolean | null>();
  host.answer = answer.promise;
  const { socket, nextHello } = await meet(grantOf({ consent: 'or_refuse' }));
  expect(await nextHello()).toEqual({ asking: 30 });
  await eventually(() => host.questions.length === 1);
  const closed = once(socket, 'close');
  desktops.end(session);
  answer.resolve(null);
  await closed;
  expect([answered, ended]).toEqual([[], []]);
});

test('[RELAY-11] the person at the device ends what they see', async () => {
  const { host, view, ended } = await startDesktops();
  const { socket } = await view();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  host.banner?.end();
  await closed;
  expect(ended).toEqual(['person']);
  expect(host.banner).toBeNull();
});

test('[RELAY-12] while somebody uses the device itself, input of the viewer in control does not reach it', async () => {
  const { desktop, view } = await startDesktops();
  const { send, control } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'key', code: 'ShiftLeft', down: true });
  await eventually(() => desktop.done.length === 1);
  desktop.useLocally();
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']);
  await control(({ is_local }) => is_local === true);
});

test('[RELAY-15] whoever is in control locks the input of the device, which the person there reads until the session ends', async () => {
  const { desktop, desktops, host, locked, session, greet, grantOf, view } = await startDesktops();
  const { send, control } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'lock', on: true });
  await control(({ is_locked }) => is_locked === true);
  expect(host.banner).toMatchObject({ names: 'Mina', isLocked: true });
  send({ t: 'lock', on: false });
  await control(({ is_locked }) => is_locked === false);
  expect(host.banner).toMatchObject({ names: 'Mina', isLocked: false });
  send({ t: 'lock', on: true });
  await control(({ is_locked }) => is_locked === true);
  desktops.end(session);
  expect(desktop.done).toEqual(['locked', 'unlocked', 'locked', 'unlocked']);
  expect([host.banner, locked]).toEqual([null, [true, false, true, false]]);
  const { hello } = await greet(grantOf({ viewer_key: createViewerKeys().publicKey }));
  expect(hello).toMatchObject({ offers: ['copy', 'monitors', 'lock', 'heartbeat', 'held', 'pointer', 'quality'] });
});

test.each([
  ['or_allow', { agent_key: expect.any(String) as unknown }],
  ['or_refuse', { refused: 'consent_refused' }],
] as const)(
  '[RELAY-11] [RELAY-15] while the input is locked nobody is asked, and the rule decides: %s',
  async (consent, expected) => {
    const { host, view, meet, grantOf } = await startDesktops();
    const { send, control } = await view();
    await control(({ holder, you }) => holder === you);
    host.answer = new Promise(() => undefined);
    const other = () => ({
      session: RemoteSessionId.parse(randomUUID()),
      viewer_key: createViewerKeys().publicKey,
      consent,
    });
    const before = await meet(grantOf(other()), 'Jun');
    expect(await before.nextHello()).toEqual({ asking: 30 });
    await eventually(() => host.questions.length === 1);
    send({ t: 'lock', on: true });
    expect(await before.nextHello()).toMatchObject(expected);
    const during = await meet(grantOf(other()), 'Jun');
    expect(await during.nextHello()).toEqual({ asking: 30 });
    expect(await during.nextHello()).toMatchObject(expected);
    expect(host.questions).toHaveLength(1);
  },
);

test('[RELAY-15] a desktop without a lock offers none, and tells a viewer that asks for it nevertheless', async () => {
  const desktop = new FakeDesktop();
  Object.assign(desktop, { lockInput: undefined, readPointer: undefined });
  const { greet, grantOf, view } = await startDesktops(() => Promise.resolve(desktop));
  const { send, control, told } = await view();
  await control(({ holder, you }) => holder === you);
  send({ t: 'lock', on: true });
  await eventually(async () => {
    await control(() => true);
    return told.some(({ t }) => t === 'not_locked');
  });
  const { hello } = await greet(grantOf({ viewer_key: createViewerKeys().publicKey }));
  expect(hello).toMatchObject({ offers: ['copy', 'monitors', 'heartbeat', 'held', 'quality'] });
});

test('[RELAY-11] nobody is asked for a screen that there is not', async () => {
  const { host, meet, grantOf } = await startDesktops(() => Promise.resolve('no_display' as const));
  const { nextHello } = await meet(grantOf({ consent: 'or_refuse' }));
  expect([await nextHello(), host.questions]).toEqual([{ refused: 'no_display' }, []]);
});

test('[RELAY-7] over a narrow and long way keys arrive in their order while a page scrolls, and in the end the picture is right', async () => {
  const desktop = new PageDesktop();
  const { view } = await startDesktops(
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
