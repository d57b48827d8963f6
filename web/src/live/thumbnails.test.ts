import type { DevicePk } from '@vigil/shared/contract/ids';
import { expect, test } from 'vitest';
import { createThumbnails } from './thumbnails.ts';

const pk = 7 as DevicePk;
const request = { width: 640, intervalMs: 1_000 };

function setUp() {
  const announced: DevicePk[][] = [];
  const waiting: (() => void)[] = [];
  const watch = ({ devices }: { devices: DevicePk[] }) => {
    announced.push(devices);
    for (const resolve of waiting.splice(0)) resolve();
  };
  const thumbnails = createThumbnails({ watch, now: () => 1_000 });
  const announcement = () => new Promise<void>((resolve) => waiting.push(resolve));
  const receive = () => thumbnails.receive({ device_pk: pk, at: 500, ext: 'jpg' } as never, new Uint8Array([1]));
  return { thumbnails, announced, announcement, receive };
}

test('a request that replaces another one shows its picture at once, with its age', async () => {
  const { thumbnails, announced, announcement, receive } = setUp();
  const release = thumbnails.request(pk, request);
  receive();
  release();
  thumbnails.request(pk, { ...request, intervalMs: 5_000 });
  expect(thumbnails.frame(pk)).toMatchObject({ at: 500 });
  await announcement();
  expect(announced.at(-1)).toEqual([pk]);
  expect(thumbnails.frame(pk)).toMatchObject({ at: 500 });
  thumbnails.dispose();
});

test('the picture of a device that is not requested any more is dropped', async () => {
  const { thumbnails, announced, announcement, receive } = setUp();
  const release = thumbnails.request(pk, request);
  receive();
  release();
  await announcement();
  expect(announced.at(-1)).toEqual([]);
  expect(thumbnails.frame(pk)).toBeUndefined();
  thumbnails.dispose();
});
