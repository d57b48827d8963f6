import { AppConfigPk, DevicePk } from '@vigil/shared/contract/ids';
import { blurRegionsHash } from '@vigil/shared/platform/fleet/blur-regions-hash';
import { readIndexVersion } from '@vigil/shared/platform/fleet/fleet-index';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { parseFrameState, removeLastFrame } from '@vigil/shared/platform/redis/last-frames';
import { storeTestFrame } from '@vigil/shared/platform/redis/last-frames.test-support';
import sharp from 'sharp';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { exampleSystemInfo } from '../testing/system-info.ts';
import type { TestGateways, TestDevice } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2 });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const createImage = (height: number) =>
  sharp({ create: { width: 320, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
const browser = async (gateway = 0) => gateways.browser((await gateways.session()).token, { gateway });
/** Repeated until it succeeds, because a gateway learns of a new device with a delay. */
const requestFrames = (socket: TestSocket, { pk }: TestDevice) =>
  eventually(async () => {
    const answer = await socket.ask('watch_thumbnails', { devices: [pk], width: 320, interval_ms: 200 });
    expect(answer).toEqual({ ok: true, refused: [] });
  });
const demand = (agent: TestSocket) => agent.received('capture').at(-1);
const sendFrame = (agent: TestSocket, height: number, bytes: Buffer) =>
  agent.socket.emit('thumbnail', { at: 1, width: 320, height, ext: 'jpg' }, bytes);
const bytesOf = (socket: TestSocket) => socket.received('thumbnail').map((frame) => frame['bytes'] as Buffer);

test('a company that switches its screens off gets no frames from then on, and watches again once they are on', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser(1);
  await requestFrames(viewer, device);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true }));
  const frames = { pictures: 0, picture_retention: 10, picture_budget: null } as const;
  const change = (more: object) =>
    gateways.change({ t: 'settings_changed', configs: [], groups: [], frames: { ...frames, ...more } });
  await change({});
  await eventually(() => expect(demand(agent)).toMatchObject({ on: false }), { timeout: 1_000 });
  await eventually(async () => {
    const answer = await viewer.ask('watch_thumbnails', { devices: [device.pk], width: 320, interval_ms: 200 });
    expect(answer).toMatchObject({ error: { code: 'not_allowed' } });
  });
  const [early, late] = [await createImage(180), await createImage(200)];
  sendFrame(agent, 180, early);
  await change({ pictures: 1 });
  await requestFrames(viewer, device);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true }));
  await eventually(() => {
    sendFrame(agent, 200, late);
    expect(bytesOf(viewer)[0]).toEqual(late);
  });
});

test('frames are stored as long as the company says, and not after it has said so', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device);
  const owner = { company: gateways.company, device: device.pk };
  const keep = (picture_retention: number) =>
    gateways.change({
      t: 'settings_changed',
      configs: [],
      groups: [],
      frames: { pictures: 1, picture_retention, picture_budget: null },
    });
  const bytes = await createImage(180);
  const left = () => gateways.redis.commands.pTTL(redisKeys.lastFrame(owner.company, owner.device));
  await keep(1_440);
  await eventually(async () => {
    sendFrame(agent, 180, bytes);
    expect(await left()).toBeGreaterThan(23 * 3_600_000);
  });
  await removeLastFrame(gateways.redis, owner, null);
  // Another gateway may not know yet, so Redis decides.
  await keep(0);
  expect(await storeTestFrame(gateways, owner)).toBe(false);
  await keep(10);
  await eventually(async () => {
    sendFrame(agent, 180, bytes);
    expect(await left()).toBeGreaterThan(9 * 60_000);
  });
  expect(await left()).toBeLessThanOrEqual(10 * 60_000);
  expect(await storeTestFrame(gateways, { ...owner, device: DevicePk.parse(999) })).toBe(false);
});

test('a gateway that does not know the newest change of a fleet stores no frames', async () => {
  const device = await gateways.addDevice();
  const owner = { company: gateways.company, device: device.pk };
  const version = (await readIndexVersion(gateways.redis, gateways.company)) ?? 0;
  expect(await storeTestFrame(gateways, { ...owner, version })).toBe(true);
  await gateways.change({ t: 'settings_changed', configs: [{ pk: AppConfigPk.parse(9), config: {} }], groups: [] });
  expect(await storeTestFrame(gateways, { ...owner, version })).toBe(false);
  expect(await storeTestFrame(gateways, { ...owner, version: version + 1 })).toBe(true);
});

test('a device whose configuration forbids its screen is asked for no frames until it allows it', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  await requestFrames(await browser(1), device);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true }));
  const base = AppConfigPk.parse(1);
  const configure = (config: object) =>
    gateways.change({ t: 'settings_changed', configs: [{ pk: base, config: { ...config } }], groups: [], base });
  await configure({ capture_never: 1 });
  await eventually(() => expect(demand(agent)).toMatchObject({ on: false }));
  await configure({});
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true }));
});

test('[FRAME-7] a browser is told that the configuration of a device makes its frames rarer', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser(1);
  await requestFrames(viewer, device);
  const base = AppConfigPk.parse(1);
  const bytes = await createImage(180);
  const told = () => viewer.received('thumbnail').at(-1)?.['every_ms'];
  const configure = async (config: object, every_ms: number | undefined) => {
    await gateways.change({ t: 'settings_changed', configs: [{ pk: base, config: { ...config } }], groups: [], base });
    const before = viewer.received('thumbnail').length;
    await eventually(() => {
      sendFrame(agent, 180, bytes);
      expect(viewer.received('thumbnail').length).toBeGreaterThan(before);
      expect(told()).toBe(every_ms);
    });
  };
  await configure({ img_refresh_interval: 30 }, 30_000);
  await configure({ img_refresh_interval: 3 }, undefined);
});

test('of a device with hidden areas frames are stored from when its agent has applied its settings', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const viewer = await browser();
  await requestFrames(viewer, device);
  await eventually(() => expect(demand(agent)).toMatchObject({ on: true, same: true }));
  const base = AppConfigPk.parse(1);
  const config = { blur_regions: [{ x: 0, y: 0, width: 50, height: 50 }] };
  await gateways.change({ t: 'settings_changed', configs: [{ pk: base, config }], groups: [], base });
  const version = await eventually(() => {
    const settings = agent.received('settings').at(-1);
    expect(settings?.['config']).toEqual(config);
    return Number(settings?.['version']);
  });
  const states = redisKeys.lastFrameStates(gateways.company);
  const stored = async () => parseFrameState(await gateways.redis.commands.hGet(states, String(device.pk)));
  const bytes = await createImage(180);
  const report = (config_version: number) => agent.socket.emit('alive', { ...exampleSystemInfo, config_version });
  const [early, demands] = [bytesOf(viewer).length, agent.received('capture').length];
  report(version - 1);
  await eventually(() => {
    sendFrame(agent, 180, bytes);
    expect(bytesOf(viewer).length).toBeGreaterThan(early);
  });
  report(version);
  // That of an unchanged screen is sent again, since it is not known whether the last one hides the areas.
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect(agent.received('capture').length).toBeGreaterThan(demands);
  });
  expect(await stored()).toBeNull();
  await eventually(async () => {
    sendFrame(agent, 180, bytes);
    expect(await stored()).toMatchObject({ ext: 'jpg', hiddenAreas: blurRegionsHash(config) });
  });
  await gateways.change({ t: 'settings_changed', configs: [{ pk: base, config: {} }], groups: [], base });
});

test('browsers remove the picture of a screen that may not be shown any more, although none was stored', async () => {
  const [never, off, other] = [await gateways.addDevice(), await gateways.addDevice(), await gateways.addDevice()];
  const frames = { pictures: 1, picture_retention: 0, picture_budget: null } as const;
  const change = (more: object) =>
    gateways.change({ t: 'settings_changed', configs: [], groups: [], frames: { ...frames, ...more } });
  await change({});
  const viewer = await browser(1);
  await viewer.ask('watch_fleet', { group_pk: 'all', usage: false });
  using agents = new DisposableStack();
  const bytes = await createImage(180);
  for (const device of [never, off]) {
    const agent = agents.use(await gateways.agent(device));
    const shown = () => viewer.received('thumbnail').filter(({ device_pk }) => device_pk === device.pk);
    await requestFrames(viewer, device);
    await eventually(() => {
      sendFrame(agent, 180, bytes);
      expect(shown().length).toBeGreaterThan(0);
    });
    const [pk, config] = [AppConfigPk.parse(7), { capture_never: 1 }];
    if (device === never) {
      await gateways.change({ t: 'settings_changed', configs: [{ pk, config }], groups: [] });
      await gateways.change({ t: 'device_changed', device_pk: device.pk, patch: { app_config_fk: pk } });
    } else await change({ pictures: 0 });
    const removed = () => viewer.received('frame_formats').flatMap(({ forbidden }) => forbidden as number[]);
    await eventually(() => expect(removed()).toContain(device.pk));
    expect(removed()).not.toContain(other.pk);
  }
  await change({ picture_retention: 10 });
});

test('[FRAME-7] an administrator who leaves the live view and returns is told of the traffic again', async () => {
  const device = await gateways.addDevice();
  const viewer = await browser();
  const told = () => viewer.received('frame_traffic').length;
  await requestFrames(viewer, device);
  await eventually(() => expect(told()).toBe(1));
  expect(await viewer.ask('watch_thumbnails', { requests: [] })).toMatchObject({ ok: true });
  await requestFrames(viewer, device);
  await eventually(() => expect(told()).toBe(2));
});
