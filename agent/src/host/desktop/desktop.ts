import type { DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';
import type { RawImage } from '../screen/raw-image.ts';

/** In pixels of the screen. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The picture of the pointer: red, green, blue and opacity; its point is at `x`, `y`. */
export interface CursorImage extends Rectangle {
  readonly pixels: Uint8Array;
}

/** A screen that is seen and used from elsewhere. One implementation for each window system. */
export interface Desktop extends Disposable {
  readonly width: number;
  readonly height: number;
  /** Calls back with each rectangle that was drawn on, until the handle or the desktop is disposed. */
  onDamage(listener: (drawn: Rectangle) => void): Disposable;
  /** Calls back when width or height have changed. */
  onResized(listener: () => void): Disposable;
  /** Calls back with the picture of the pointer, soon and with every other one. */
  onCursor(listener: (cursor: CursorImage) => void): Disposable;
  /** Calls back with each input that was not given through this desktop: somebody uses the device itself. */
  onLocalInput(listener: () => void): Disposable;
  /** Calls back once when the screen is gone. */
  onLost(listener: () => void): void;
  /** Red, green and blue of a rectangle within the screen. */
  grab(area: Rectangle): Promise<RawImage>;
  movePointer(x: number, y: number): void;
  /** 0 left, 1 middle, 2 right. */
  pressButton(button: number, down: boolean): void;
  /** Steps to the right and downwards. */
  turnWheel(dx: number, dy: number): void;
  /** A key by its position (`KeyboardEvent.code`); one that the system does not know is ignored. */
  pressKey(code: string, down: boolean): void;
  /** Types signs that may be on no key of the device. */
  typeText(text: string): Promise<void>;
  setClipboard(text: string): void;
  /** The text of the clipboard, or null where it has none. */
  readClipboard(): Promise<string | null>;
}

/** Opens the desktop, or says why there is none. */
export type OpenDesktop = () => Promise<Desktop | Extract<DesktopRefusal, 'no_display' | 'wayland_consent'>>;
