import { openFrame } from '@vigil/shared/platform/frame-sealing';
import { unpackFrame } from '@vigil/shared/platform/redis/frames';
import { readSealedFrame } from '@vigil/shared/platform/redis/last-frames';
import sharp from 'sharp';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { TestSocket } from '../../../tests/support/sockets.ts';
import type { TestDevice, TestGateways } from './test-gateway.ts';

export const createImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
/** Repeated until it succeeds, because a gateway learns of a new device with a delay. */
export const requestFrames = (socket: TestSocket, { pk }: TestDevice, width = 320, interval_ms = 200) =>
  eventually(async () => {
    const answer = await socket.ask('watch_thumbnails', { devices: [pk], width, interval_ms });
    expect(answer).toEqual({ ok: true, refused: [] });
  });
export const lastCaptureDemand = (agent: TestSocket) => agent.received('capture').at(-1);
export const sendFrame = (agent: TestSocket, header: object, bytes: Buffer) =>
  agent.socket.emit('thumbnail', { at: 1, width: 320, height: 180, ext: 'jpg', ...header }, bytes);
/** The capture times of the frames of one device, in the order of arrival. */
export const frameTimesOf = (viewer: TestSocket, device: number) =>
  viewer.received('thumbnail').flatMap((frame) => (frame['device_pk'] === device ? [Number(frame['at'])] : []));
export const widthsOf = (viewer: TestSocket) => new Set(viewer.received('thumbnail').map(({ width }) => width));
export const frameBytesOf = (socket: TestSocket) =>
  socket.received('thumbnail').map((frame) => frame['bytes'] as Buffer);

export const unchangedMessagesOf = (viewer: TestSocket, { pk }: TestDevice) =>
  viewer.received('thumbnail_same').filter(({ device_pk }) => device_pk === pk);

/** The last frame of a device, as the API reads it. */
export async function storedFrame({ company, redis, keyRing }: TestGateways, { pk: device }: TestDevice) {
  const owner = { company, device };
  const sealed = await readSealedFrame(redis, owner);
  return sealed && unpackFrame(openFrame(keyRing.frame, sealed, owner));
}
