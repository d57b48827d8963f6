import sharp from 'sharp';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { gatewayTest } from '../testing/fixture.ts';
import {
  createImage,
  requestFrames,
  lastCaptureDemand,
  sendFrame,
  frameTimesOf,
  widthsOf,
  frameBytesOf,
  unchangedMessagesOf,
  storedFrame,
} from '../testing/frames.ts';
import type { TestGateways } from '../testing/test-gateway.ts';

const test = gatewayTest({ count: 2, settings: { FRAME_FORMAT: 'webp' } });
let gateways: TestGateways;

test.beforeAll(({ gateways: started }) => {
  gateways = started;
});

const browser = async (gateway = 0) => gateways.browser((await gateways.session()).token, { gateway });

test('[FRAME-2] each width that viewers on all gateways ask for is demanded, and the strongest of all for earlier agents', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [wide, often] = [await browser(0), await browser(1)];
  await requestFrames(wide, device, 640, 5_000);
  await requestFrames(often, device, 160, 250);
  await eventually(() =>
    expect(lastCaptureDemand(agent)).toMatchObject({
      width: 640,
      interval_ms: 250,
      requests: [
        { width: 160, interval_ms: 250, format: 'jpg' },
        { width: 640, interval_ms: 5_000, format: 'jpg' },
      ],
    }),
  );
  // Rounded up.
  await requestFrames(wide, device, 200, 5_000);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ width: 224, interval_ms: 250 }));
});

test('[FRAME-2] the frame of each width goes to the viewers of that width only, on every gateway', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [tile, panel, tileElsewhere] = [await browser(0), await browser(0), await browser(1)];
  await requestFrames(tile, device, 210);
  await requestFrames(tileElsewhere, device, 224);
  await requestFrames(panel, device, 640);
  await eventually(() =>
    expect(lastCaptureDemand(agent)).toMatchObject({
      requests: [expect.objectContaining({ width: 224 }), { width: 640 }],
    }),
  );
  const frames = { small: await createImage(224, 126), large: await createImage(640, 360) };
  const sendBoth = () => {
    sendFrame(agent, { width: 224, height: 126, for_width: 224 }, frames.small);
    sendFrame(agent, { width: 640, height: 360, for_width: 640 }, frames.large);
  };
  await eventually(() => {
    sendBoth();
    for (const viewer of [tile, panel, tileElsewhere]) expect(viewer.received('thumbnail').length).toBeGreaterThan(1);
  });
  for (const viewer of [tile, tileElsewhere]) expect(widthsOf(viewer)).toEqual(new Set([224]));
  expect(widthsOf(panel)).toEqual(new Set([640]));
  expect(tile.received('thumbnail')[0]).not.toHaveProperty('for_width');
  await eventually(async () => {
    sendBoth();
    expect((await storedFrame(gateways, device))?.bytes).toEqual(frames.large);
  });
  // What is said of one width holds for its viewers.
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1, for_widths: [224] });
    for (const viewer of [tile, tileElsewhere]) expect(unchangedMessagesOf(viewer, device).length).toBeGreaterThan(1);
  });
  expect(unchangedMessagesOf(panel, device)).toEqual([]);
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect(unchangedMessagesOf(panel, device).length).toBeGreaterThan(0);
  });
  // A viewer that asks for another width gets its frame, also while the screen is unchanged.
  await requestFrames(tileElsewhere, device, 640);
  await eventually(() => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect(frameBytesOf(tileElsewhere).at(-1)).toEqual(frames.large);
  });
});

test('[FRAME-2] the stored frame of an unchanged screen is renewed after the viewers of its larger frame have left', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [tile, panel] = [await browser(0), await browser(0)];
  await requestFrames(tile, device, 224);
  await requestFrames(panel, device, 640);
  await eventually(() =>
    expect(lastCaptureDemand(agent)?.['requests']).toMatchObject([{ width: 224 }, { width: 640 }]),
  );
  const frames = { small: await createImage(224, 126), large: await createImage(640, 360) };
  await eventually(async () => {
    sendFrame(agent, { width: 224, height: 126, for_width: 224 }, frames.small);
    sendFrame(agent, { width: 640, height: 360, for_width: 640 }, frames.large);
    expect((await storedFrame(gateways, device))?.bytes).toEqual(frames.large);
  });
  panel.socket.close();
  await eventually(() => expect(lastCaptureDemand(agent)?.['requests']).toMatchObject([{ width: 224 }]));
  await eventually(async () => {
    agent.socket.emit('thumbnail_same', { at: 1 });
    expect((await storedFrame(gateways, device))?.bytes).toEqual(frames.small);
  });
});

test('[FRAME-2] an agent of an earlier version answers viewers of all widths with one frame', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [tile, panel] = [await browser(0), await browser(1)];
  await requestFrames(tile, device, 224);
  await requestFrames(panel, device, 640);
  await eventually(() => expect(lastCaptureDemand(agent)).toMatchObject({ width: 640, interval_ms: 200 }));
  const bytes = await createImage(640, 360);
  for (const viewer of [tile, panel]) {
    await eventually(() => {
      sendFrame(agent, { width: 640, height: 360 }, bytes);
      expect(frameBytesOf(viewer)[0]).toEqual(bytes);
    });
  }
  const demands = agent.received('capture').length;
  for (const viewer of [tile, panel]) {
    await eventually(() => {
      agent.socket.emit('thumbnail_same', { at: 1 });
      expect(unchangedMessagesOf(viewer, device).length).toBeGreaterThan(0);
    });
  }
  expect(agent.received('capture')).toHaveLength(demands);
});

test('[FRAME-2] one browser asks different frames of different devices; of one in two requests, the stronger', async () => {
  const [opened, other] = [await gateways.addDevice(), await gateways.addDevice()];
  using openedAgent = await gateways.agent(opened);
  using otherAgent = await gateways.agent(other);
  const viewer = await browser();
  const ask = (...requests: object[]) =>
    eventually(async () =>
      expect(await viewer.ask('watch_thumbnails', { requests })).toEqual({ ok: true, refused: [] }),
    );
  const tiles = { devices: [opened.pk, other.pk], width: 160, interval_ms: 2_000 };
  await ask(tiles);
  await eventually(() => {
    for (const agent of [openedAgent, otherAgent])
      expect(lastCaptureDemand(agent)).toMatchObject({ on: true, width: 160 });
  });
  const demands = otherAgent.received('capture').length;
  await ask(tiles, { devices: [opened.pk], width: 640, interval_ms: 500 });
  await eventually(() => expect(lastCaptureDemand(openedAgent)).toMatchObject({ width: 640, interval_ms: 500 }));
  expect(otherAgent.received('capture')).toHaveLength(demands);
  // Its own interval holds for each device.
  const bytes = await createImage(160, 90);
  await eventually(() => {
    for (const agent of [openedAgent, otherAgent]) sendFrame(agent, { width: 160, height: 90 }, bytes);
    expect(frameTimesOf(viewer, opened.pk).length).toBeGreaterThanOrEqual(6);
  });
  expect(frameTimesOf(viewer, other.pk).length).toBeLessThan(frameTimesOf(viewer, opened.pk).length);
  await ask(tiles);
  await eventually(() => expect(lastCaptureDemand(openedAgent)).toMatchObject({ width: 160, interval_ms: 2_000 }));
});

test('[FRAME-8] the configured format is demanded while every viewer decodes it, and no other viewer gets it', async () => {
  const device = await gateways.addDevice();
  using agent = await gateways.agent(device);
  const [modern, old] = [await browser(0), await browser(1)];
  const requests = [{ devices: [device.pk], width: 320, interval_ms: 200 }];
  await eventually(async () =>
    expect(await modern.ask('watch_thumbnails', { requests, formats: ['avif', 'webp'] })).toMatchObject({
      refused: [],
    }),
  );
  const format = () => (lastCaptureDemand(agent)?.['requests'] as { format: string }[] | undefined)?.[0]?.format;
  await eventually(() => expect(format()).toBe('webp'));
  const webp = await sharp(await createImage(320, 180))
    .webp()
    .toBuffer();
  await eventually(() => {
    sendFrame(agent, { ext: 'webp' }, webp);
    expect(frameBytesOf(modern)[0]).toEqual(webp);
  });
  expect(modern.received('thumbnail')[0]).toMatchObject({ ext: 'webp' });
  await requestFrames(old, device);
  await eventually(() => expect(format()).toBe('jpg'));
  await eventually(() => {
    sendFrame(agent, { ext: 'webp' }, webp);
    expect(old.received('thumbnail').length).toBeGreaterThan(0);
  });
  for (const frame of old.received('thumbnail')) expect(frame).toMatchObject({ ext: 'jpg' });
  old.socket.close();
  await eventually(() => expect(format()).toBe('webp'));
});
