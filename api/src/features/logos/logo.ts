import { Problem } from '@vigil/shared/contract/problems';
import { renderInChild, type RendererOptions } from './render-in-child.ts';

/** Files that wait for the one that is rendered. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 5;

export interface Logo {
  readonly bytes: Buffer;
  readonly type: 'image/png';
}

/**
 * By the first bytes: a drawing (SVG) can ask for hours of work in a few hundred bytes, and no library may guess that
 * it is one.
 */
const startsOfImages: readonly ((file: Buffer) => boolean)[] = [
  (file) => file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (file) => file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
];

/**
 * Renders uploaded PNG, JPEG and WebP files again, one at a time, so that metadata and other content of the file are
 * dropped.
 */
export function createLogoRenderer(options?: RendererOptions) {
  let lane: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** @throws Problem `unsupported_file`, `too_many_requests`, `unavailable` */
  return async (file: Buffer): Promise<Logo> => {
    if (!startsOfImages.some((matches) => matches(file))) throw new Problem('unsupported_file');
    if (waiting >= MAX_WAITING) throw new Problem('too_many_requests', { retryAfter: RETRY_AFTER_S });
    waiting += 1;
    const turn = lane.then(() => renderInChild(file, options));
    lane = turn.catch(() => undefined).finally(() => (waiting -= 1));
    try {
      return { bytes: await turn, type: 'image/png' };
    } catch (cause) {
      throw cause instanceof Problem ? cause : new Problem('unsupported_file', { cause });
    }
  };
}
