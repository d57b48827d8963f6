import type { KeyboardLayout } from './layout-select.tsx';
import type { PointerMark } from './pointer-mark.ts';
import type { ViewerAction } from './viewer-action.ts';

/** Whom the input on the canvas of a viewer is told. */
export interface InputListener {
  send(action: ViewerAction): void;
  /** Whether what is done here reaches the screen; otherwise keys stay those of the page. */
  isInControl(): boolean;
  /** Whether a finger moves the pointer from where it is, as on a touchpad, instead of pressing where it touches. */
  movesPointer(): boolean;
  readonly pointer: Pick<PointerMark, 'place' | 'put'>;
  layout(): KeyboardLayout;
  /** The user leaves the screen by the keyboard. */
  onEscape(): void;
}
