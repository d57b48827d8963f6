import type { ViewerAction } from './viewer-action.ts';

/** A notch of a mouse wheel, in pixels. */
const NOTCH = 100;
const MAX_STEPS = 20;

/** Sends what is done on a canvas as input for the screen that it shows, until the signal aborts (RELAY-8). */
export function listenToInput(
  canvas: HTMLCanvasElement,
  send: (action: ViewerAction) => void,
  signal: AbortSignal,
): void {
  const place = ({ clientX, clientY }: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    const scaled = (at: number, from: number, shown: number, size: number) =>
      Math.max(0, Math.min(size - 1, Math.floor(((at - from) * size) / shown)));
    return {
      x: scaled(clientX, box.left, box.width, canvas.width),
      y: scaled(clientY, box.top, box.height, canvas.height),
    };
  };
  let moved: { x: number; y: number } | null = null;
  const sendMove = () => {
    if (moved !== null) send({ t: 'pointer', ...moved });
    moved = null;
  };
  const release = () => send({ t: 'release' });
  const wheelLeft = { x: 0, y: 0 };
  const stepsOf = (axis: 'x' | 'y', pixels: number) => {
    wheelLeft[axis] += pixels / NOTCH;
    const steps = Math.trunc(wheelLeft[axis]);
    wheelLeft[axis] -= steps;
    return Math.max(-MAX_STEPS, Math.min(MAX_STEPS, steps));
  };

  canvas.addEventListener(
    'pointermove',
    (event) => {
      // The pointer is seen where it is by the next picture; what is between costs the network only.
      if (moved === null) requestAnimationFrame(sendMove);
      moved = place(event);
    },
    { signal },
  );
  const onButton = (event: PointerEvent, down: boolean) => {
    if (event.button > 2) return;
    event.preventDefault();
    if (down) {
      canvas.focus();
      canvas.setPointerCapture(event.pointerId);
    }
    moved = place(event);
    sendMove();
    send({ t: 'button', button: event.button, down });
  };
  canvas.addEventListener('pointerdown', (event) => onButton(event, true), { signal });
  canvas.addEventListener('pointerup', (event) => onButton(event, false), { signal });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const [dx, dy] = [stepsOf('x', event.deltaX), stepsOf('y', event.deltaY)];
      if (dx !== 0 || dy !== 0) send({ t: 'wheel', dx, dy });
    },
    { signal, passive: false },
  );
  const onKey = (event: KeyboardEvent, down: boolean) => {
    if (event.code === '') return;
    event.preventDefault();
    // The screen repeats keys itself.
    if (!event.repeat) send({ t: 'key', code: event.code, down });
  };
  canvas.addEventListener('keydown', (event) => onKey(event, true), { signal });
  canvas.addEventListener('keyup', (event) => onKey(event, false), { signal });
  canvas.addEventListener('blur', release, { signal });
  window.addEventListener('blur', release, { signal });
  document.addEventListener('visibilitychange', release, { signal });
}

/** Systems keep this combination for themselves, so that no page can see it. */
export function pressCtrlAltDelete(send: (action: ViewerAction) => void): void {
  const keys = ['ControlLeft', 'AltLeft', 'Delete'];
  for (const code of keys) send({ t: 'key', code, down: true });
  for (const code of keys.toReversed()) send({ t: 'key', code, down: false });
}
