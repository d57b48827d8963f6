import type { DesktopRefusal } from '@vigil/shared/contract/remote-desktop/refusals';

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

/** Rows of red, green, blue and 255, so that two pixels are equal when their 32 bits are. */
export interface ScreenImage {
  readonly width: number;
  readonly height: number;
  readonly channels: 4;
  readonly pixels: Uint8Array;
}

/** One of the monitors that show a screen. */
export interface Monitor extends Rectangle {
  readonly name: string;
  readonly isPrimary: boolean;
}

/** A screen that is seen and used from elsewhere. One implementation for each window system. */
export interface Desktop extends Disposable {
  readonly width: number;
  readonly height: number;
  /** Calls back with each rectangle that was drawn on, until the handle or the desktop is disposed. */
  onDamage(listener: (drawn: Rectangle) => void): Disposable;
  /** Calls back when width or height have changed. */
  onResized(listener: () => void): Disposable;
  /** Calls back with the picture of the pointer, soon and with every other one; never where it is not known. */
  onCursor(listener: (cursor: CursorImage) => void): Disposable;
  /** Calls back with the monitors of the screen, soon and with every change of them; never where they are not known. */
  onMonitors(listener: (monitors: readonly Monitor[]) => void): Disposable;
  /** Calls back with each input that was not given through this desktop: somebody uses the device itself. */
  onLocalInput(listener: () => void): Disposable;
  /**
   * Takes keyboard, mouse and touchscreen from the person at the device until the handle or the desktop is disposed, or
   * the agent ends. Missing where the system has no such means, or nobody is at the screen.
   * @param onLost is called when the person has one of them although the handle was not disposed
   * @throws Error where another program holds one of them
   */
  lockInput?(onLost: () => void): Promise<Disposable>;
  /** Calls back once when the screen is gone. */
  onLost(listener: () => void): void;
  /** A rectangle within the screen, as it is now. */
  grab(area: Rectangle): Promise<ScreenImage>;
  movePointer(x: number, y: number): void;
  /** Where the pointer is. Missing where that is not known, or the pointer is in the picture. */
  readPointer?(): Promise<{ readonly x: number; readonly y: number }>;
  /** 0 left, 1 middle, 2 right. */
  pressButton(button: number, down: boolean): void;
  /** Steps to the right and downwards. */
  turnWheel(dx: number, dy: number): void;
  /**
   * A key by its position (`KeyboardEvent.code`).
   * @param sign what is on the key for who presses it: the key of the layout here that has it is meant, where there is
   *   one
   * @returns false for one that the system does not know, which is ignored
   */
  pressKey(code: string, down: boolean, sign?: string): boolean;
  /** Types signs that may be on no key of the device; what is left when the signal comes is not typed. */
  typeText(text: string, signal?: AbortSignal): Promise<void>;
  setClipboard(text: string): void;
  /** The text of the clipboard, or null where it has none. */
  readClipboard(): Promise<string | null>;
}

/** Why there is no desktop. */
export type NoDesktop = Extract<
  DesktopRefusal,
  'no_display' | 'login_screen' | 'locked' | 'wayland_consent' | 'no_permission'
>;

/** Opens the desktop, or says why there is none. */
export type OpenDesktop = () => Promise<Desktop | NoDesktop>;
