import type { Image, Monitor } from 'node-screenshots';

type NativeImage = Pick<Image, 'width' | 'height' | 'toRaw'>;

export type NativeMonitor = Pick<Monitor, 'name' | 'x' | 'y' | 'width' | 'height' | 'isPrimary'> & {
  captureImage(): Promise<NativeImage>;
};

/** What is used of `node-screenshots`. */
export interface CaptureLibrary {
  readonly Monitor: { all(): NativeMonitor[] };
}

/**
 * What is used of `@nut-tree-fork/libnut-win32` and `-darwin`, 2.7.5, in the words of their declarations. The packages
 * are installed only where they run (infra/downloads/input-libraries.ts).
 */
export interface InputLibrary {
  /** Milliseconds for which the calls that follow block. */
  setMouseDelay(delay: number): void;
  setKeyboardDelay(ms: number): void;
  /** @throws Error for a name that is no key of the system */
  keyToggle(key: string, down: string): void;
  typeString(string: string): void;
  moveMouse(x: number, y: number): void;
  mouseToggle(down?: string, button?: string): void;
  scrollMouse(x: number, y: number): void;
  getMousePos(): { x: number; y: number };
  /** Of the main display, in the units of the pointer. */
  getScreenSize(): { width: number; height: number };
}

/** Systems whose screens are read and used by libraries of their own. */
export type NativePlatform = 'win32' | 'darwin';

export interface NativeLibraries {
  readonly capture: CaptureLibrary;
  readonly input: InputLibrary;
}

/** @throws Error where they are not installed */
export async function loadNativeLibraries(platform: NativePlatform): Promise<NativeLibraries> {
  const [capture, input] = await Promise.all([import('node-screenshots'), loadInput(platform)]);
  return { capture, input };
}

/** The name is put together so that no bundler looks for a package that only the other system has. */
async function loadInput(platform: NativePlatform): Promise<InputLibrary> {
  const name = `@nut-tree-fork/libnut-${platform}`;
  const library = (await import(name)) as { readonly default: InputLibrary };
  return library.default;
}
