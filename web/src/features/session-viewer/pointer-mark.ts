import type { DesktopOp } from '@vigil/shared/contract/remote-desktop/frames';
import { base64OfBytes } from './bytes.ts';
import type { Place } from './canvas-place.ts';

/** The pointer of the screen, drawn where it is: a finger has none that it could see. */
export interface PointerMark {
  /** Where on the screen, in its pixels; in the middle of it until it was put somewhere. */
  readonly place: Place;
  /** @param place null where the pointer is not on what is seen */
  put(place: Place | null): void;
  /** Looks as the pointer of the device does. */
  wear(cursor: DesktopOp): void;
}

/**
 * Places an image, which lies beside the canvas on its stage. The image looks like a pointer until the device has told
 * its own.
 */
export function createPointerMark(image: HTMLImageElement, canvas: HTMLCanvasElement): PointerMark {
  let place: Place | null = null;
  let hotspot: Place = { x: 0, y: 0 };

  const current = () => place ?? { x: Math.floor(canvas.width / 2), y: Math.floor(canvas.height / 2) };
  const draw = () => {
    const stage = canvas.parentElement;
    if (stage === null) return;
    const [box, around] = [canvas.getBoundingClientRect(), stage.getBoundingClientRect()];
    const { x, y } = current();
    image.style.left = `${box.left - around.left + stage.scrollLeft + (x * box.width) / canvas.width - hotspot.x}px`;
    image.style.top = `${box.top - around.top + stage.scrollTop + (y * box.height) / canvas.height - hotspot.y}px`;
  };
  const resized = new ResizeObserver(draw);
  resized.observe(canvas);
  if (canvas.parentElement !== null) resized.observe(canvas.parentElement);

  return {
    get place() {
      return current();
    },
    put(next) {
      image.style.visibility = next === null ? 'hidden' : 'visible';
      place = next ?? place;
      draw();
    },
    wear({ data, x, y }) {
      image.src = `data:image/png;base64,${base64OfBytes(data)}`;
      hotspot = { x, y };
      draw();
    },
  };
}
