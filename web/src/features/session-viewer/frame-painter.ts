import { decodeCopySource, decodeDesktopFrame, type DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import { base64OfBytes } from './bytes.ts';

export interface PaintedFrame {
  readonly seq: number;
  /** Whether it has shown something of the screen, and not its size or pointer alone. */
  readonly hasPicture: boolean;
}

export interface FramePainter {
  /** Paints in the order of the calls. @throws Error for bytes that are no frame */
  paint(bytes: Uint8Array): Promise<PaintedFrame>;
}

/** Systems show no larger pointer of a page, but their own. */
const cursorOf = ({ data, x, y }: DesktopOp): string =>
  `url(data:image/png;base64,${base64OfBytes(data)}) ${x} ${y}, default`;

const pictures: ReadonlySet<DesktopOp['op']> = new Set(['png', 'jpeg', 'copy']);
const types = { png: 'image/png', jpeg: 'image/jpeg' } as const;

/** Paints the frames of a screen onto a canvas, which gets its size and pointer. */
export function createFramePainter(canvas: HTMLCanvasElement, onCursor: (cursor: DesktopOp) => void): FramePainter {
  const context = canvas.getContext('2d', { alpha: false, desynchronized: true });
  let before: Promise<unknown> = Promise.resolve();

  const prepare = async (op: DesktopOp): Promise<() => void> => {
    if (op.op === 'size')
      return () => {
        canvas.width = op.w;
        canvas.height = op.h;
      };
    if (op.op === 'cursor')
      return () => {
        canvas.style.cursor = cursorOf(op);
        onCursor(op);
      };
    if (op.op === 'copy') {
      const { x, y } = decodeCopySource(op.data);
      return () => context?.drawImage(canvas, x, y, op.w, op.h, op.x, op.y, op.w, op.h);
    }
    const picture = await createImageBitmap(new Blob([new Uint8Array(op.data)], { type: types[op.op] }));
    return () => {
      context?.drawImage(picture, op.x, op.y, op.w, op.h);
      picture.close();
    };
  };

  return {
    paint(bytes) {
      const frame = decodeDesktopFrame(bytes);
      if (frame === null) return Promise.reject(new Error('no frame of a screen'));
      const prepared = Promise.all(frame.ops.map(prepare));
      const painted = Promise.all([prepared, before]).then(([steps]) => {
        for (const step of steps) step();
        return { seq: frame.seq, hasPicture: frame.ops.some(({ op }) => pictures.has(op)) };
      });
      before = painted.catch(() => undefined);
      return painted;
    },
  };
}
