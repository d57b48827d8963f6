import type { Bit } from '@vigil/shared/contract/device';
import sharp from 'sharp';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import { gatewayTest } from '../testing/fixture.ts';
import { usageSample } from '../testing/test-gateway.ts';

const test = gatewayTest();

const frame = sharp({ create: { width: 320, height: 180, channels: 3, background: '#336699' } })
  .jpeg()
  .toBuffer();

/** Sends one report of each kind. */
async function report({ socket }: TestSocket): Promise<void> {
  socket.emit('system_usage', usageSample());
  socket.emit('processes', { at: 1, rows: [] });
  socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg' }, await frame);
}
const kinds = ['system_usage', 'processes', 'thumbnail'] as const;
const receivedBy = (browser: TestSocket) => kinds.map((kind) => browser.received(kind).length > 0);

test('a device that waits for approval shows its state only, and everything once it is approved', async ({
  gateways,
}) => {
  const [waiting, approved] = [await gateways.addDevice(), await gateways.addDevice()];
  const setApproval = (approval: Bit) =>
    gateways.change({ t: 'device_changed', device_pk: waiting.pk, patch: { approval } });
  await setApproval(0);
  const browser = await gateways.browser((await gateways.session()).token);
  await browser.ask('watch_fleet', { group_pk: 'all', usage: true });
  using agent = await gateways.agent(waiting);
  await eventually(() => expect(browser.received('alive').flatMap((event) => event['rows'])).toHaveLength(1));

  const request = (device: typeof waiting) =>
    browser.ask('watch_thumbnails', { devices: [device.pk], width: 320, interval_ms: 1_000 });
  await browser.ask('watch_device', { pk: waiting.pk });
  await request(waiting);
  await report(agent);
  // What an approved device sends later has arrived, so the earlier reports would have, too.
  using other = await gateways.agent(approved);
  await eventually(async () => {
    await report(other);
    expect(browser.received('system_usage').length).toBeGreaterThan(0);
  });
  expect(
    browser
      .received('system_usage')
      .flatMap((batch) => batch['rows'] as number[][])
      .every(([pk]) => pk === approved.pk),
  ).toBe(true);
  expect(receivedBy(browser)).toEqual([true, false, false]);
  expect(agent.received('capture').some((demand) => demand['on'] === true)).toBe(false);

  await setApproval(1);
  await eventually(() => expect(agent.received('capture').at(-1)).toMatchObject({ on: true, width: 320 }));
  await eventually(async () => {
    await report(agent);
    expect(receivedBy(browser)).toEqual([true, true, true]);
  });

  await setApproval(0);
  await eventually(() => expect(agent.received('capture').at(-1)).toMatchObject({ on: false }));
});
