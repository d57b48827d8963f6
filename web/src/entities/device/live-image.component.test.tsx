import type { DevicePk } from '@vigil/shared/contract/ids';
import { Profiler, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../lib/api.ts';
import { createLiveFrames } from '../../live/frames.ts';
import type { LiveData } from '../../live/live-data.ts';
import { render } from '../../testing/render.tsx';
import { LiveImage } from './live-image.tsx';

const pk = 7 as DevicePk;
const device = { pk, guid: 'guid', alias: 'Door', isOnline: true, _ext: null } as Parameters<
  typeof LiveImage
>[0]['device'];
const pixel = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

test('a frame is stale when neither another one nor its confirmation came for three intervals', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_800_000_000_000 });
  try {
    const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: Date.now });
    const live = { kind: 'live' };
    const state = { get: () => live, subscribe: () => () => undefined };
    await render(<LiveImage device={device} width={320} intervalMs={2_000} />, {
      fleet: { frames, connection: { state } } as unknown as Partial<LiveData>,
    });
    await expect.element(page.getByText('Waiting for the screen')).toBeVisible();
    frames.receive({ device_pk: pk, ext: 'png' }, pixel);
    await expect.element(page.getByRole('img', { name: 'Screen of Door' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(2_000);
    frames.confirm({ device_pk: pk });
    await vi.advanceTimersByTimeAsync(6_000);
    await expect.element(page.getByText('6 sec. ago')).toBeVisible();
    const stale = page.getByRole('img', { name: /for three intervals/u });
    await expect.element(stale).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect.element(stale).toBeVisible();
    frames.confirm({ device_pk: pk });
    await expect.element(stale).not.toBeInTheDocument();
    await expect.element(page.getByText('now')).toBeVisible();
    frames.dispose();
  } finally {
    vi.useRealTimers();
  }
});

test('a stored frame has its age, and goes when the server has deleted it', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_800_000_000_000 });
  try {
    const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: Date.now });
    const live = { kind: 'live' };
    const state = { get: () => live, subscribe: () => () => undefined };
    const stored = { bytes: new Blob([pixel], { type: 'image/png' }), ageMs: 2 * 86_400_000 };
    const frame = vi.fn<Api['frame']>(async () => stored);
    function Door() {
      const [ext, setExt] = useState<'png' | null>('png');
      return (
        <>
          <LiveImage device={{ ...device, _ext: ext }} width={320} intervalMs={2_000} />
          <button onClick={() => setExt(null)}>Delete</button>
        </>
      );
    }
    await render(<Door />, {
      api: { frame },
      fleet: { frames, connection: { state } } as unknown as Partial<LiveData>,
    });
    await expect.element(page.getByText('2 days ago')).toBeVisible();
    const stale = page.getByRole('img', { name: /for three intervals/u });
    await expect.element(stale).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(7_000);
    await expect.element(stale).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('Waiting for the screen')).toBeVisible();
    expect(frame).toHaveBeenCalledOnce();
    frames.dispose();
  } finally {
    vi.useRealTimers();
  }
});

test('a stored frame is not read while there is a live one', async () => {
  const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: () => 1_800_000_000_000 });
  const live = { kind: 'live' };
  const state = { get: () => live, subscribe: () => () => undefined };
  const frame = vi.fn<Api['frame']>(async () => null);
  const release = frames.request(pk, { width: 320, intervalMs: 2_000 });
  frames.receive({ device_pk: pk, ext: 'png' }, pixel);
  await render(<LiveImage device={{ ...device, _ext: 'png' }} width={320} intervalMs={2_000} />, {
    api: { frame },
    fleet: { frames, connection: { state } } as unknown as Partial<LiveData>,
  });
  await expect.element(page.getByRole('img', { name: 'Screen of Door' })).toBeVisible();
  expect(frame).not.toHaveBeenCalled();
  release();
  frames.dispose();
});

test('a frame replaces the one before without a rendering', async () => {
  const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: () => 1_800_000_000_000 });
  const live = { kind: 'live' };
  const state = { get: () => live, subscribe: () => () => undefined };
  const rendered = vi.fn<() => void>();
  const element = (
    <Profiler id="image" onRender={rendered}>
      <LiveImage device={device} width={320} intervalMs={2_000} />
    </Profiler>
  );
  await render(element, { fleet: { frames, connection: { state } } as unknown as Partial<LiveData> });
  const receive = () => frames.receive({ device_pk: pk, ext: 'png' }, pixel);
  const sourceOf = () => page.getByRole('img', { name: 'Screen of Door' }).element().getAttribute('src');
  receive();
  await expect.element(page.getByRole('img', { name: 'Screen of Door' })).toBeVisible();
  const [first, renderings] = [sourceOf(), rendered.mock.calls.length];
  receive();
  await expect.poll(sourceOf).not.toBe(first);
  expect(sourceOf()).toBe(frames.frame(pk)?.url);
  expect(rendered.mock.calls.length).toBe(renderings);
  frames.dispose();
});

test('a stored frame that could not be read is read again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const frames = createLiveFrames({ watch: async () => null, isConnected: () => true, now: () => 0 });
    const live = { kind: 'live' };
    const state = { get: () => live, subscribe: () => () => undefined };
    const frame = vi.fn<Api['frame']>().mockRejectedValueOnce(new Error('unavailable'));
    frame.mockResolvedValueOnce({ bytes: new Blob([pixel], { type: 'image/png' }), ageMs: 0 });
    await render(<LiveImage device={{ ...device, isOnline: false, _ext: 'png' }} width={320} intervalMs={2_000} />, {
      api: { frame },
      fleet: { frames, connection: { state } } as unknown as Partial<LiveData>,
    });
    await expect.poll(() => frame.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(page.getByRole('img', { name: 'Screen of Door' })).toBeVisible();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(frame).toHaveBeenCalledTimes(2);
    frames.dispose();
  } finally {
    vi.useRealTimers();
  }
});
