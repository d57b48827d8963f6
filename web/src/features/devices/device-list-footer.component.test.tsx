import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createLiveFrames } from '../../live/frames.ts';
import { render } from '../../testing/render.tsx';
import { DeviceListFooter } from './device-list-footer.tsx';
import type { DeviceList } from './use-device-list.ts';

test('the footer shows what frames take of their budget while that is much', async () => {
  const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: Date.now });
  const list = { page: { from: 1, to: 3, total: 3, index: 0, count: 1 }, view: 'live', moved: 0 };
  await render(<DeviceListFooter list={list as DeviceList} />, { fleet: { frames } });
  await expect.element(page.getByText('1–3 of 3')).toBeVisible();
  const traffic = page.getByText(/^Screens:/u);
  await expect.element(traffic).not.toBeInTheDocument();
  frames.traffic.set({ bytes_per_second: 5_140_000, limit: 8_000_000, slowdown: 1 });
  await expect.element(traffic).toHaveTextContent('Screens: 5.1 of 8 MB/s');
  frames.traffic.set({ bytes_per_second: 8_000_000, limit: 8_000_000, slowdown: 2.5 });
  await expect.element(traffic).toHaveTextContent('Screens: 8 of 8 MB/s · 2.5× less often');
  frames.traffic.set({ bytes_per_second: 3_140_000, limit: 8_000_000, slowdown: 1 });
  await expect.element(traffic).not.toBeInTheDocument();
});
