import { canvasPlace, onScreen, type Place } from './canvas-place.ts';
import type { InputListener } from './input-listener.ts';
import { createWheelSteps } from './wheel-steps.ts';

/** A finger that moved less far, in CSS pixels, has pressed. */
const STILL = 10;
const LONG_PRESS_MS = 500;
/** A press so soon after another one begins to drag, where fingers move the pointer. */
const DOUBLE_PRESS_MS = 300;
/** Fingers of a touchpad need not cross it to cross the screen. */
const POINTER_SPEED = 1.4;
/** What two fingers scroll, as a multiple of their way. */
const SCROLL_SPEED = 3;

interface Finger {
  readonly id: number;
  readonly start: { readonly clientX: number; readonly clientY: number };
  last: { readonly clientX: number; readonly clientY: number };
}

/**
 * Sends what fingers do on a canvas: a press is a click, a long one and one of two fingers the right button, two
 * fingers scroll. One finger drags from where it touches; or it moves the pointer, and drags after a press.
 */
export function listenToTouch(
  canvas: HTMLCanvasElement,
  { send, movesPointer, pointer }: Pick<InputListener, 'send' | 'movesPointer' | 'pointer'>,
  signal: AbortSignal,
): void {
  const fingers = new Map<number, Finger>();
  const stepsOf = createWheelSteps();
  let longPress: ReturnType<typeof setTimeout> | undefined;
  /** What the fingers that are down have begun to do. */
  let act: 'press' | 'drag' | 'move' | 'scroll' | 'done' = 'done';
  let pressedAt = Number.NEGATIVE_INFINITY;

  const put = (place: Place) => {
    pointer.put(place);
    send({ t: 'pointer', x: onScreen(place.x, canvas.width), y: onScreen(place.y, canvas.height) });
  };
  const click = (button: number) => {
    send({ t: 'button', button, down: true });
    send({ t: 'button', button, down: false });
  };
  /** Before a press: to where the finger touches, or where the pointer is drawn; another viewer may have moved it. */
  const putAt = (finger: Finger) => put(movesPointer() ? pointer.place : canvasPlace(canvas, finger.start));
  const movePointer = (dx: number, dy: number) => {
    const box = canvas.getBoundingClientRect();
    const within = (at: number, size: number) => Math.max(0, Math.min(size - 1, at));
    const { x, y } = pointer.place;
    put({
      x: within(x + (dx * POINTER_SPEED * canvas.width) / box.width, canvas.width),
      y: within(y + (dy * POINTER_SPEED * canvas.height) / box.height, canvas.height),
    });
  };
  const scroll = (dx: number, dy: number) => {
    const stage = canvas.parentElement;
    const before = { left: stage?.scrollLeft ?? 0, top: stage?.scrollTop ?? 0 };
    // A screen that is larger than its stage is moved first; what is left at its edge scrolls at the device.
    stage?.scrollBy(-dx, -dy);
    const movedX = (stage?.scrollLeft ?? 0) - before.left;
    const movedY = (stage?.scrollTop ?? 0) - before.top;
    const steps = stepsOf(movedX === 0 ? -dx * SCROLL_SPEED : 0, movedY === 0 ? -dy * SCROLL_SPEED : 0);
    if (steps !== null) send({ t: 'wheel', ...steps });
  };

  const onDown = (event: PointerEvent) => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
    const finger: Finger = { id: event.pointerId, start: event, last: event };
    fingers.set(event.pointerId, finger);
    clearTimeout(longPress);
    if (fingers.size > 1) {
      if (act === 'drag') send({ t: 'button', button: 0, down: false });
      act = act === 'press' ? 'scroll' : 'done';
      return;
    }
    act = 'press';
    if (movesPointer() && event.timeStamp - pressedAt < DOUBLE_PRESS_MS) {
      act = 'drag';
      put(pointer.place);
      return send({ t: 'button', button: 0, down: true });
    }
    longPress = setTimeout(() => {
      act = 'done';
      putAt(finger);
      click(2);
    }, LONG_PRESS_MS);
  };
  const begin = (finger: Finger) => {
    clearTimeout(longPress);
    act = movesPointer() ? 'move' : 'drag';
    if (act === 'move') return;
    putAt(finger);
    send({ t: 'button', button: 0, down: true });
  };
  const onMove = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    const way = Math.hypot(event.clientX - finger.start.clientX, event.clientY - finger.start.clientY);
    if (act === 'press' && way >= STILL) begin(finger);
    const [dx, dy] = [event.clientX - finger.last.clientX, event.clientY - finger.last.clientY];
    finger.last = event;
    // Each of two fingers tells half of their common way.
    if (act === 'scroll') return scroll(dx / 2, dy / 2);
    if (act !== 'drag' && act !== 'move') return;
    if (movesPointer()) movePointer(dx, dy);
    else put(canvasPlace(canvas, event));
  };
  const onUp = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    clearTimeout(longPress);
    const isStill = Math.hypot(event.clientX - finger.start.clientX, event.clientY - finger.start.clientY) < STILL;
    if (act === 'drag') send({ t: 'button', button: 0, down: false });
    else if (act === 'press') {
      putAt(finger);
      click(0);
      pressedAt = event.timeStamp;
    } else if (act === 'scroll' && isStill && fingers.size === 2) {
      putAt(finger);
      click(2);
    }
    fingers.delete(event.pointerId);
    act = 'done';
  };
  const onCancel = () => {
    clearTimeout(longPress);
    fingers.clear();
    act = 'done';
  };
  const onTouch = (name: 'pointerdown' | 'pointermove' | 'pointerup', handle: (event: PointerEvent) => void) =>
    canvas.addEventListener(name, (event) => event.pointerType === 'touch' && handle(event), { signal });
  onTouch('pointerdown', onDown);
  onTouch('pointermove', onMove);
  onTouch('pointerup', onUp);
  canvas.addEventListener('pointercancel', onCancel, { signal });
  signal.addEventListener('abort', onCancel);
}
