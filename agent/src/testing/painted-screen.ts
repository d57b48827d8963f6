import { decodeCopySource, type DesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import { rawPixelsOf } from './raw-pixels.ts';

/** What a viewer shows after frames that were awaited one by one: rows of red, green, blue and 255. */
export class PaintedScreen {
  width = 0;
  height = 0;
  pixels = new Uint8Array();
  /** How often each operation has come. */
  readonly counts = new Map<DesktopOp['op'], number>();

  async paint({ ops }: DesktopFrame): Promise<void> {
    for (const op of ops) {
      this.counts.set(op.op, (this.counts.get(op.op) ?? 0) + 1);
      if (op.op === 'size') this.#resize(op);
      else if (op.op === 'copy') this.#put(op, this.#cut({ ...op, ...decodeCopySource(op.data) }));
      else if (op.op !== 'cursor') this.#put(op, await rawPixelsOf(op.data));
    }
  }

  #resize({ w, h }: DesktopOp): void {
    [this.width, this.height, this.pixels] = [w, h, new Uint8Array(w * h * 4)];
  }

  #cut({ x, y, w, h }: DesktopOp): Uint8Array {
    const rows = Array.from({ length: h }, (_, row) => {
      const from = ((y + row) * this.width + x) * 4;
      return this.pixels.slice(from, from + w * 4);
    });
    return Buffer.concat(rows);
  }

  #put({ x, y, w, h }: DesktopOp, pixels: Uint8Array): void {
    for (let row = 0; row < h; row += 1)
      this.pixels.set(pixels.subarray(row * w * 4, (row + 1) * w * 4), ((y + row) * this.width + x) * 4);
  }
}
