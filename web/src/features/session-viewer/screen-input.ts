import { canvasPlace, type Place } from './canvas-place.ts';
import type { InputListener } from './input-listener.ts';
import { listenToTouch } from './touch-input.ts';
import type { ViewerAction } from './viewer-action.ts';
import { createWheelSteps } from './wheel-steps.ts';

/** Sends what is done on a canvas as input for the screen that it shows, until the signal aborts (RELAY-8). */
export function listenToInput(canvas: HTMLCanvasElement, listener: InputListener, signal: AbortSignal): void {
  listenToMouse(canvas, listener, signal);
  listenToTouch(canvas, listener, signal);
  listenToKeys(canvas, listener, signal);
  const release = () => listener.send({ t: 'release' });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('blur', release, { signal });
  window.addEventListener('blur', release, { signal });
  document.addEventListener('visibilitychange', release, { signal });
}

/** Of `MouseEvent.buttons`: left, middle, right. */
const buttonBits = [1, 4, 2] as const;
const ALL_BUTTONS = 7;

function listenToMouse(
  canvas: HTMLCanvasElement,
  { send, pointer }: Pick<InputListener, 'send' | 'pointer'>,
  signal: AbortSignal,
): void {
  let moved: Place | null = null;
  const sendMove = () => {
    if (moved !== null) {
      pointer.put(moved);
      send({ t: 'pointer', ...moved });
    }
    moved = null;
  };
  const onMouse = (name: 'pointermove' | 'pointerdown' | 'pointerup', handle: (event: PointerEvent) => void) =>
    canvas.addEventListener(name, (event) => event.pointerType !== 'touch' && handle(event), { signal });
  let pressed = 0;
  /**
   * Browsers tell the first button that is pressed and the last one that is let go; those between are told as moves.
   */
  const sendButtons = (event: PointerEvent): boolean => {
    const changed = pressed ^ event.buttons;
    if ((changed & ALL_BUTTONS) === 0) return false;
    pressed = event.buttons;
    moved = canvasPlace(canvas, event);
    sendMove();
    for (const [button, bit] of buttonBits.entries())
      if ((changed & bit) !== 0) send({ t: 'button', button, down: (pressed & bit) !== 0 });
    return true;
  };
  onMouse('pointermove', (event) => {
    if (sendButtons(event)) return;
    // The pointer is seen where it is by the next picture; what is between costs the network only.
    if (moved === null) requestAnimationFrame(sendMove);
    moved = canvasPlace(canvas, event);
  });
  onMouse('pointerdown', (event) => {
    event.preventDefault();
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    sendButtons(event);
  });
  onMouse('pointerup', (event) => {
    event.preventDefault();
    sendButtons(event);
  });
  // The further buttons of a mouse would leave the page.
  for (const name of ['contextmenu', 'mousedown', 'mouseup', 'auxclick'] as const)
    canvas.addEventListener(name, (event) => event.preventDefault(), { signal });
  const stepsOf = createWheelSteps();
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const steps = stepsOf(event.deltaX, event.deltaY);
      if (steps !== null) send({ t: 'wheel', ...steps });
    },
    { signal, passive: false },
  );
}

const isMac = /Mac/u.test(navigator.userAgent);
/** They choose the sign of a key on some keyboards. */
const signChoosers = /^Alt(?:Left|Right)$/u;
const modifiers = /^(?:Shift|Control|Alt|Meta)(?:Left|Right)$/u;

function listenToKeys(
  canvas: HTMLCanvasElement,
  { send, isInControl, layout, onEscape }: InputListener,
  signal: AbortSignal,
): void {
  const held = new Set<string>();
  const press = (code: string, down: boolean, sign?: string) => {
    if (down) held.add(code);
    else held.delete(code);
    send({ t: 'key', code, down, ...(sign !== undefined && { sign: sign.toLowerCase() }) });
  };
  const releaseWhere = (isReleased: (code: string) => boolean) => {
    for (const code of held) if (isReleased(code)) press(code, false);
  };
  const onKey = (event: KeyboardEvent, down: boolean) => {
    if (event.code === '' || !isInControl()) return;
    event.preventDefault();
    // The only keys that the screen does not get: without them nobody could leave it by the keyboard.
    const isEscape = event.ctrlKey && event.altKey && event.shiftKey && modifiers.test(event.code);
    // Some systems tell AltGr as Ctrl and Alt.
    if (down && isEscape && !event.getModifierState('AltGraph')) {
      releaseWhere(() => true);
      return onEscape();
    }
    // Windows presses the left Ctrl with AltGr, which would turn its signs into shortcuts at the device.
    if (down && event.key === 'AltGraph' && held.has('ControlLeft')) press('ControlLeft', false);
    // There it is told when its light goes on, and let go when that goes off.
    if (isMac && event.code === 'CapsLock') {
      press(event.code, true);
      return press(event.code, false);
    }
    const sign = layout() === 'own' && Array.from(event.key).length === 1 ? event.key : undefined;
    if (down && sign !== undefined && !isShortcut(event)) {
      // What has chosen the sign here would make a shortcut of it there.
      releaseWhere((code) => signChoosers.test(code));
      return send({ t: 'text', text: sign });
    }
    // Its key was not pressed at the device, but its sign typed.
    if (!down && !held.has(event.code)) return;
    // The screen repeats keys itself.
    if (!event.repeat) press(event.code, down, down ? sign : undefined);
    // macOS tells nothing of keys that are let go while Cmd is down.
    if (down && isMac && event.metaKey && !modifiers.test(event.code)) press(event.code, false);
    if (!down && event.code.startsWith('Meta')) releaseWhere((code) => !modifiers.test(code));
  };
  canvas.addEventListener('keydown', (event) => onKey(event, true), { signal });
  canvas.addEventListener('keyup', (event) => onKey(event, false), { signal });
  canvas.addEventListener('blur', () => held.clear(), { signal });
}

/** Whether the modifiers make a key a shortcut, and do not choose another sign, as AltGr and the Option of macOS do. */
const isShortcut = (event: KeyboardEvent): boolean =>
  event.metaKey || (!event.getModifierState('AltGraph') && (isMac ? event.ctrlKey : event.ctrlKey || event.altKey));

/**
 * Presses keys one after the other, and lets them go in the other order.
 * @param sign what is on the last one for who presses it
 */
export function pressKeys(send: (action: ViewerAction) => void, codes: readonly string[], sign?: string): void {
  for (const [index, code] of codes.entries())
    send({ t: 'key', code, down: true, ...(sign !== undefined && index === codes.length - 1 && { sign }) });
  for (const code of codes.toReversed()) send({ t: 'key', code, down: false });
}

/** Systems keep this combination for themselves, so that no page can see it. */
export const pressCtrlAltDelete = (send: (action: ViewerAction) => void): void =>
  pressKeys(send, ['ControlLeft', 'AltLeft', 'Delete']);
