/** A finger that has left the screen comes back to the row that the person looks at, and its click follows the lift. */
export const TOUCH_HOLD_MS = 3_000;

export interface PointerHold extends Disposable {
  enter: () => void;
  /** `isHeld`: the rows stay where they are although the pointer has left, because they are edited. */
  leave: (pointerType: string, isHeld: boolean) => void;
}

/** Tells a list whether a pointer is over it: a mouse while it is there, a finger also for a while after the touch. */
export function createPointerHold(setPointerOver: (isOver: boolean) => void): PointerHold {
  let release: ReturnType<typeof setTimeout> | undefined;
  return {
    enter() {
      clearTimeout(release);
      setPointerOver(true);
    },
    leave(pointerType, isHeld) {
      clearTimeout(release);
      if (isHeld || pointerType === 'mouse') return setPointerOver(isHeld);
      release = setTimeout(() => setPointerOver(false), TOUCH_HOLD_MS);
    },
    [Symbol.dispose]: () => clearTimeout(release),
  };
}
