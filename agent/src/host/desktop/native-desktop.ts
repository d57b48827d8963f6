import { systemClock, type Clock } from '../../clock.ts';
import { runTool } from '../run-tool.ts';
import type { Desktop, Monitor, NoDesktop, Rectangle, ScreenImage } from './desktop.ts';
import { createMacText, readMacSeat } from './mac-session.ts';
import { NativeInput } from './native-input.ts';
import {
  loadNativeLibraries,
  type InputLibrary,
  type NativeLibraries,
  type NativePlatform,
} from './native-libraries.ts';
import { NativeScreen } from './native-screen.ts';
import { PointerWatch } from './pointer-watch.ts';
import { createWindowsText, readWindowsSeat } from './windows-session.ts';

export interface NativeDesktopOptions {
  readonly platform: NativePlatform;
  readonly run?: typeof runTool;
  readonly load?: (platform: NativePlatform) => Promise<NativeLibraries>;
  readonly clock?: Clock;
}

const seats = { win32: readWindowsSeat, darwin: readMacSeat } as const;
/** A screen that cannot be read: macOS asks its user whether the agent may. */
const unreadable = { win32: 'no_display', darwin: 'no_permission' } as const;

/** The screen of Windows or macOS. @throws Error where the libraries are not installed */
export async function openNativeDesktop({
  platform,
  run = runTool,
  load = loadNativeLibraries,
  clock = systemClock,
}: NativeDesktopOptions): Promise<Desktop | NoDesktop> {
  const [libraries, seat] = await Promise.all([load(platform), seats[platform](run).catch(() => null)]);
  if (seat !== null) return seat;
  const screen = await NativeScreen.open(libraries.capture, clock).catch(() => null);
  return screen === null ? unreadable[platform] : new NativeDesktop(screen, libraries.input, { platform, run, clock });
}

class NativeDesktop implements Desktop {
  readonly #stack = new DisposableStack();
  readonly #screen: NativeScreen;
  readonly #library: InputLibrary;
  readonly #input: NativeInput;
  readonly #pointer: PointerWatch;
  readonly #text: ReturnType<typeof createWindowsText>;

  constructor(
    screen: NativeScreen,
    library: InputLibrary,
    { platform, run, clock }: Required<Omit<NativeDesktopOptions, 'load'>>,
  ) {
    this.#screen = this.#stack.use(screen);
    this.#library = library;
    this.#input = this.#stack.use(new NativeInput(library, platform));
    this.#pointer = this.#stack.use(new PointerWatch(clock, () => library.getMousePos()));
    this.#text = platform === 'win32' ? createWindowsText(run) : createMacText(run, library);
  }

  get width(): number {
    return this.#screen.size.width;
  }

  get height(): number {
    return this.#screen.size.height;
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    return this.#screen.onDamage(listener);
  }

  /** Monitors that have changed places are a new picture as well. */
  onResized(listener: () => void): Disposable {
    return this.#screen.onArranged(listener);
  }

  /** The libraries do not tell the picture of the pointer; viewers show their own. */
  onCursor(): Disposable {
    return { [Symbol.dispose]: () => undefined };
  }

  onMonitors(listener: (monitors: readonly Monitor[]) => void): Disposable {
    let isOver = false;
    const tell = () => {
      if (!isOver) listener(this.#screen.monitors);
    };
    queueMicrotask(tell);
    const arranged = this.#screen.onArranged(tell);
    return {
      [Symbol.dispose]: () => {
        isOver = true;
        arranged[Symbol.dispose]();
      },
    };
  }

  onLocalInput(listener: () => void): Disposable {
    return this.#pointer.on(listener);
  }

  onLost(listener: () => void): void {
    this.#screen.onLost(listener);
  }

  grab(area: Rectangle): Promise<ScreenImage> {
    return Promise.resolve(this.#screen.grab(area));
  }

  movePointer(x: number, y: number): void {
    const at = this.#screen.toSystem(x, y);
    // Windows tells programs that know no scaling smaller screens than they are.
    const scale = this.#library.getScreenSize().width / this.#screen.mainWidth;
    this.#pointer.expect();
    this.#input.movePointer({ x: at.x * scale, y: at.y * scale });
    this.#screen.expectChange();
  }

  pressButton(button: number, down: boolean): void {
    this.#input.pressButton(button, down);
    this.#screen.expectChange();
  }

  turnWheel(dx: number, dy: number): void {
    this.#input.turnWheel(dx, dy);
    this.#screen.expectChange();
  }

  pressKey(code: string, down: boolean, sign?: string): boolean {
    const isKnown = this.#input.pressKey(code, down, sign);
    this.#screen.expectChange();
    return isKnown;
  }

  /** At once: a text that is under way is not stopped. */
  async typeText(text: string): Promise<void> {
    await this.#text.typeText(text);
    this.#screen.expectChange();
  }

  setClipboard(text: string): void {
    // Without its program there is no clipboard, which a viewer sees when it reads it.
    this.#text.setClipboard(text).catch(() => undefined);
  }

  readClipboard(): Promise<string | null> {
    return this.#text.readClipboard().catch(() => null);
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }
}
