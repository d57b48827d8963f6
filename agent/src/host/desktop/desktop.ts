import type { DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';
import type { RawImage } from '../screen/raw-image.ts';

/** In pixels of the screen. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A screen that is seen and used from elsewhere. One implementation for each window system. */
export interface Desktop extends Disposable {
  readonly width: number;
  readonly height: number;
  /** Calls back with each rectangle that was drawn on, until the desktop is disposed. */
  onDamage(listener: (drawn: Rectangle) => void): void;
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
}

/** Opens the desktop, or says why there is none. */
export type OpenDesktop = () => Promise<Desktop | Extract<DesktopRefusal, 'no_display' | 'wayland_consent'>>;
