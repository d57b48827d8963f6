import type { FixesExtension, XClient } from 'x11';
import type { CursorImage } from './desktop.ts';
import { onXEvent, replyOf } from './x11-events.ts';

const DISPLAY_CURSOR = 1;

/** Tells the picture of the pointer with every change. */
export function watchX11Cursor(
  client: XClient,
  { fixes, root }: { readonly fixes: FixesExtension; readonly root: number },
  listener: (cursor: CursorImage) => void,
): Disposable {
  const read = async () => {
    const image = await replyOf<XCursorImage>((reply) => fixes.GetCursorImage(reply));
    listener({ x: image.xhot, y: image.yhot, w: image.width, h: image.height, pixels: toRgba(image.cursorImage) });
  };
  // The next change is told again.
  const readSafely = () => void read().catch(() => undefined);
  fixes.SelectCursorInput(root, DISPLAY_CURSOR);
  readSafely();
  return onXEvent(client, 'CursorNotify', readSafely);
}

interface XCursorImage {
  readonly width: number;
  readonly height: number;
  readonly xhot: number;
  readonly yhot: number;
  readonly cursorImage: Buffer;
}

/** X has blue first, and colours that are multiplied by the opacity. */
function toRgba(argb: Buffer): Uint8Array {
  const pixels = new Uint8Array(argb.length);
  for (let at = 0; at < argb.length; at += 4) {
    const alpha = argb[at + 3] ?? 0;
    const colour = (from: number) =>
      alpha === 0 ? 0 : Math.min(255, Math.round(((argb[at + from] ?? 0) * 255) / alpha));
    pixels.set([colour(2), colour(1), colour(0), alpha], at);
  }
  return pixels;
}
