export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where on the screen that a canvas shows, in pixels of the screen. */
export function canvasPlace(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): Place {
  const box = canvas.getBoundingClientRect();
  const scaled = (at: number, from: number, shown: number, size: number) =>
    onScreen(((at - from) * size) / shown, size);
  return {
    x: scaled(clientX, box.left, box.width, canvas.width),
    y: scaled(clientY, box.top, box.height, canvas.height),
  };
}

/** The nearest pixel of so many. */
export const onScreen = (at: number, size: number): number => Math.max(0, Math.min(size - 1, Math.floor(at)));
