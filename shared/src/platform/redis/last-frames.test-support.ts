import type { FrameExt } from '../../contract/events/agent-up/thumbnail.ts';
import { createFrameSealer, type FrameOwner } from '../frame-sealing.ts';
import type { KeyRing } from '../key-ring.ts';
import { packFrame } from './frames.ts';
import { storeLastFrame } from './last-frames.ts';
import type { Redis } from './redis.ts';

export const sampleFrame = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

interface TestFrame {
  readonly ext?: FrameExt;
  readonly capturedAt?: number;
  readonly seenAt?: number;
  readonly bytes?: Buffer;
  readonly hiddenAreas?: string | null;
}

/** Stores a frame as a gateway does. @returns whether it was stored */
export function storeTestFrame(
  { redis, keyRing }: { redis: Redis; keyRing: Pick<KeyRing, 'frame'> },
  owner: FrameOwner & { readonly version?: number },
  { ext = 'jpg', capturedAt = Date.now(), seenAt = capturedAt, bytes = sampleFrame, hiddenAreas = '' }: TestFrame = {},
): Promise<boolean> {
  const seal = createFrameSealer(keyRing.frame, Date.now);
  if (!seal) throw new Error('no frame key');
  const header = { device_pk: owner.device, at: capturedAt, width: 320, height: 180, ext };
  const sealed = seal(packFrame({ header, bytes }), owner);
  return storeLastFrame(
    redis,
    { ext, capturedAt, seenAt, hiddenAreas, sealed },
    { version: Number.MAX_SAFE_INTEGER, ...owner },
  );
}
