import type {
  DamageExtension,
  FixesExtension,
  RandrExtension,
  XClient,
  XDisplay,
  XInputExtension,
  XTestExtension,
} from 'x11';
import { openX11Display, type X11Place } from '../screen/x11-screen.ts';
import type { CursorImage, Desktop, Monitor, Rectangle, ScreenImage } from './desktop.ts';
import { X11Clipboard } from './x11-clipboard.ts';
import { watchX11Cursor } from './x11-cursor.ts';
import { onXConnectionLost, onXEvent, replyOf } from './x11-events.ts';
import { lockX11Input } from './x11-input-lock.ts';
import { x11KeycodeOf } from './x11-keycodes.ts';
import { X11Layout } from './x11-layout.ts';
import { X11LocalInput } from './x11-local-input.ts';
import { watchX11Monitors } from './x11-monitors.ts';
import { opaquePixelsOf } from './x11-pixels.ts';
import { releaseX11Injected, type X11Pressing } from './x11-pressed.ts';
import { X11Typist } from './x11-typist.ts';
import { assertNotXwayland } from './xwayland.ts';

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;
/** Each area that was not damaged yet is told once, until `Subtract`. */
const DELTA_RECTANGLES = 1;
/** Of RandR, 1.5. */
const MONITORS_VERSION = 5;
const STRUCTURE_NOTIFY = 0x0002_0000;
const input = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const;
/** The wheel is a button for each direction. */
const wheel = { up: 4, down: 5, left: 6, right: 7 } as const;

interface X11DesktopOptions {
  /** Whether somebody may sit at it, whose input can be locked. */
  readonly hasPerson?: boolean;
}

/**
 * The screen of an X server: what was drawn is told by DAMAGE, input is given by XTEST, the pointer by XFIXES, monitors
 * by RandR and local input by XInput2 where these are there.
 * @throws Error without the former two, or for less than 24 bits; XwaylandError
 */
export async function openX11Desktop(
  place: X11Place,
  { hasPerson = true }: X11DesktopOptions = {},
): Promise<X11Desktop> {
  const display = await openX11Display(place);
  const { client } = display;
  try {
    await assertNotXwayland(client);
    const [damage, xtest, fixes, xinput, randr] = await Promise.all([
      require<DamageExtension>(client, 'damage'),
      require<XTestExtension>(client, 'xtest'),
      require<FixesExtension>(client, 'fixes').catch(() => null),
      require<XInputExtension>(client, 'xinput').catch(() => null),
      require<RandrExtension>(client, 'randr').catch(() => null),
    ]);
    const root = display.screen[0]?.root ?? 0;
    const { width, height, depth } = await replyOf<{ width: number; height: number; depth: number }>((reply) =>
      client.GetGeometry(root, reply),
    );
    if (display.format[depth]?.bits_per_pixel !== 32) throw new Error(`screens of depth ${depth} are not supported`);
    const lockedPlace = hasPerson && xinput?.xi2 ? place : null;
    const parts = { root, width, height, damage, xtest, fixes, xinput, randr, lockedPlace };
    // Before anything is watched. Where it cannot be known what is pressed the desktop is used nevertheless.
    if (xinput !== null) await releaseX11Injected(client, xinput, injectionOf(parts)).catch(() => undefined);
    return new X11Desktop(display, parts);
  } catch (error) {
    client.terminate();
    throw error;
  }
}

const require = <E>(client: XClient, name: 'damage' | 'xtest' | 'fixes' | 'xinput' | 'randr') =>
  replyOf<unknown>((reply) => client.require(name, reply)) as Promise<E>;

interface Parts {
  readonly root: number;
  readonly width: number;
  readonly height: number;
  readonly damage: DamageExtension;
  readonly xtest: XTestExtension;
  readonly fixes: FixesExtension | null;
  readonly xinput: XInputExtension | null;
  readonly randr: RandrExtension | null;
  /** Where input is locked; null where it cannot be, or need not. */
  readonly lockedPlace: X11Place | null;
}

const injectionOf = ({ xtest, root }: Parts): Omit<X11Pressing, 'root'> => ({
  releaseKey: (keycode) => xtest.FakeInput(input.keyRelease, keycode, 0, root, 0, 0),
  releaseButton: (button) => xtest.FakeInput(input.buttonRelease, button, 0, root, 0, 0),
});

class X11Desktop implements Desktop {
  readonly #display: XDisplay;
  readonly #parts: Parts;
  readonly #damageId: number;
  readonly #left = new DisposableStack();
  readonly #clipboard: X11Clipboard;
  readonly #localInput: X11LocalInput;
  readonly #layout: X11Layout;
  readonly #typist: X11Typist;
  /** The keys that were pressed by a sign: what is let go is the same key. */
  readonly #signed = new Map<string, number>();
  /** Pictures since the last drawing, by their areas. */
  readonly #taken = new Map<string, Promise<ScreenImage>>();
  readonly lockInput?: (onLost: () => void) => Promise<Disposable>;
  #lock: Disposable | null = null;
  #size: { readonly width: number; readonly height: number };

  constructor(display: XDisplay, parts: Parts) {
    this.#display = display;
    this.#parts = parts;
    this.#size = parts;
    this.#damageId = display.client.AllocID();
    // Also after the desktop was left: the server may end at the same moment.
    display.client.on('error', () => undefined);
    // Several for each viewer.
    display.client.setMaxListeners(0);
    parts.damage.Create(this.#damageId, parts.root, DELTA_RECTANGLES);
    this.#clipboard = new X11Clipboard(display);
    this.#layout = this.#left.use(new X11Layout(display.client));
    this.#typist = new X11Typist(display.client, parts.root, (keycode, down) => this.#press(keycode, down));
    const { root, xinput, lockedPlace } = parts;
    if (lockedPlace !== null) this.lockInput = (onLost) => this.#lockInput(lockedPlace, onLost);
    this.#localInput = new X11LocalInput(display.client, {
      root,
      xinput: xinput?.xi2 ? xinput : null,
      now: () => performance.now(),
    });
    onXEvent(display.client, 'DamageNotify', () => this.#taken.clear());
    display.client.ChangeWindowAttributes(parts.root, { eventMask: STRUCTURE_NOTIFY });
    onXEvent(display.client, 'ConfigureNotify', ({ wid, width = 0, height = 0 }) => {
      if (wid !== parts.root) return;
      this.#taken.clear();
      this.#size = { width, height };
    });
  }

  get width(): number {
    return this.#size.width;
  }

  get height(): number {
    return this.#size.height;
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    return onXEvent(this.#display.client, 'DamageNotify', ({ area }) => area !== undefined && listener(area));
  }

  onResized(listener: () => void): Disposable {
    return onXEvent(this.#display.client, 'ConfigureNotify', ({ wid }) => wid === this.#parts.root && listener());
  }

  onCursor(listener: (cursor: CursorImage) => void): Disposable {
    const { fixes, root } = this.#parts;
    if (fixes === null) return { [Symbol.dispose]: () => undefined };
    return watchX11Cursor(this.#display.client, { fixes, root }, listener);
  }

  onMonitors(listener: (monitors: readonly Monitor[]) => void): Disposable {
    const { randr, root } = this.#parts;
    const hasMonitors = randr !== null && (randr.major_version > 1 || randr.minor_version >= MONITORS_VERSION);
    if (!hasMonitors) return { [Symbol.dispose]: () => undefined };
    return watchX11Monitors(this.#display.client, { randr, root }, listener);
  }

  onLocalInput(listener: () => void): Disposable {
    return this.#localInput.on(listener);
  }

  /** Calls back when the desktop is disposed. */
  onLeft(listener: () => void): void {
    this.#left.defer(listener);
  }

  onLost(listener: () => void): void {
    onXConnectionLost(this.#display.client, listener);
  }

  /** Viewers who see the same have one picture of it, until something is drawn. */
  grab(area: Rectangle): Promise<ScreenImage> {
    const key = `${area.x} ${area.y} ${area.w} ${area.h}`;
    const known = this.#taken.get(key);
    if (known) return known;
    const taken = this.#take(area);
    this.#taken.set(key, taken);
    taken.catch(() => this.#taken.delete(key));
    return taken;
  }

  movePointer(x: number, y: number): void {
    this.#give(input.motion, 0, [x, y]);
  }

  async readPointer(): Promise<{ x: number; y: number }> {
    const { client } = this.#display;
    const { rootX, rootY } = await replyOf<{ rootX: number; rootY: number }>((reply) =>
      client.QueryPointer(this.#parts.root, reply),
    );
    return { x: rootX, y: rootY };
  }

  pressButton(button: number, down: boolean): void {
    this.#give(down ? input.buttonPress : input.buttonRelease, button + 1);
  }

  turnWheel(dx: number, dy: number): void {
    this.#turn(dy < 0 ? wheel.up : wheel.down, Math.abs(dy));
    this.#turn(dx < 0 ? wheel.left : wheel.right, Math.abs(dx));
  }

  pressKey(code: string, down: boolean, sign?: string): boolean {
    const signed = down ? this.#keycodeOf(sign) : this.#signed.get(code);
    if (down && signed !== undefined) this.#signed.set(code, signed);
    else this.#signed.delete(code);
    const keycode = signed ?? x11KeycodeOf(code);
    if (keycode !== undefined) this.#press(keycode, down);
    return keycode !== undefined;
  }

  typeText(text: string, signal?: AbortSignal): Promise<void> {
    return this.#typist.type(text, signal);
  }

  setClipboard(text: string): void {
    // The end of the connection is told.
    this.#clipboard.set(text).catch(() => undefined);
  }

  readClipboard(): Promise<string | null> {
    return this.#clipboard.read();
  }

  [Symbol.dispose](): void {
    this.#lock?.[Symbol.dispose]();
    this.#typist[Symbol.dispose]();
    this.#display.client.terminate();
    this.#left.dispose();
  }

  #keycodeOf(sign: string | undefined): number | undefined {
    return sign === undefined ? undefined : this.#layout.keycodeOf(sign);
  }

  #press(keycode: number, down: boolean): void {
    this.#give(down ? input.keyPress : input.keyRelease, keycode);
  }

  #pressing(): X11Pressing {
    return {
      root: this.#parts.root,
      releaseKey: (keycode) => this.#give(input.keyRelease, keycode),
      releaseButton: (button) => this.#give(input.buttonRelease, button),
    };
  }

  async #lockInput(place: X11Place, onLost: () => void): Promise<Disposable> {
    const lock = await lockX11Input(place, { ...this.#pressing(), onLost });
    this.#lock = lock;
    if (this.#left.disposed) lock[Symbol.dispose]();
    return lock;
  }

  async #take({ x, y, w, h }: Rectangle): Promise<ScreenImage> {
    const { client, image_byte_order: order } = this.#display;
    // Before the picture is taken: what is drawn meanwhile is told again.
    this.#parts.damage.Subtract(this.#damageId, 0, 0);
    const { data } = await replyOf<{ data: Buffer }>((reply) =>
      client.GetImage(Z_PIXMAP, this.#parts.root, x, y, w, h, ALL_PLANES, reply),
    );
    return { width: w, height: h, channels: 4 as const, pixels: opaquePixelsOf(data, order) };
  }

  #turn(button: number, steps: number): void {
    for (let step = 0; step < steps; step += 1) {
      this.#give(input.buttonPress, button);
      this.#give(input.buttonRelease, button);
    }
  }

  #give(type: (typeof input)[keyof typeof input], detail: number, [x, y]: readonly [number, number] = [0, 0]): void {
    this.#localInput.expect(type, detail);
    this.#parts.xtest.FakeInput(type, detail, 0, this.#parts.root, x, y);
  }
}
