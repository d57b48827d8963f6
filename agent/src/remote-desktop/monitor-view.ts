import type { CursorImage, Desktop, Monitor, Rectangle, ScreenImage } from '../host/desktop/desktop.ts';
import { intersect } from '../host/desktop/intersect.ts';

/** What of a desktop is looked at. */
export type ViewedScreen = Pick<Desktop, 'width' | 'height' | 'onDamage' | 'onResized' | 'onCursor' | 'grab'>;

type ScreenOfMonitors = ViewedScreen & Pick<Desktop, 'onMonitors'>;

/** What one viewer sees: the whole screen, or the monitor that it has chosen, as long as that is there. */
export class MonitorView implements ViewedScreen, Disposable {
  readonly #screen: ScreenOfMonitors;
  readonly #stack = new DisposableStack();
  readonly #resized = new Set<() => void>();
  #monitors: readonly Monitor[] = [];
  #chosen: string | null = null;
  #area: Rectangle | null = null;

  /** @param onMonitors is called with every change of the monitors */
  constructor(screen: ScreenOfMonitors, onMonitors: () => void) {
    this.#screen = screen;
    this.#stack.use(screen.onResized(() => this.#update({ isResized: true })));
    this.#stack.use(
      screen.onMonitors((monitors) => {
        this.#monitors = withOwnNames(monitors);
        this.#update({ isResized: false });
        onMonitors();
      }),
    );
  }

  get monitors(): readonly Monitor[] {
    return this.#monitors;
  }

  /** The name of the monitor that is seen; null for the whole screen. */
  get chosen(): string | null {
    return this.#area === null ? null : this.#chosen;
  }

  get width(): number {
    return this.#area?.w ?? this.#screen.width;
  }

  get height(): number {
    return this.#area?.h ?? this.#screen.height;
  }

  /** @param name null for the whole screen; an unknown one is the same */
  choose(name: string | null): void {
    this.#chosen = name;
    this.#update({ isResized: false });
  }

  onDamage(listener: (drawn: Rectangle) => void): Disposable {
    return this.#screen.onDamage((drawn) => {
      const area = this.#area;
      if (area === null) return listener(drawn);
      const within = intersect(drawn, area);
      if (within !== null) listener({ ...within, x: within.x - area.x, y: within.y - area.y });
    });
  }

  onResized(listener: () => void): Disposable {
    this.#resized.add(listener);
    return { [Symbol.dispose]: () => void this.#resized.delete(listener) };
  }

  onCursor(listener: (cursor: CursorImage) => void): Disposable {
    return this.#screen.onCursor(listener);
  }

  grab(part: Rectangle): Promise<ScreenImage> {
    return this.#screen.grab({ ...part, ...this.toScreen(part) });
  }

  /** Where on the screen a point of this view is; what lies beyond the view is at its edge. */
  toScreen({ x, y }: { readonly x: number; readonly y: number }): { x: number; y: number } {
    const { x: left, y: top } = this.#area ?? { x: 0, y: 0 };
    return { x: left + Math.min(x, this.width - 1), y: top + Math.min(y, this.height - 1) };
  }

  /** Where in this view a point of the screen is; null where it lies beyond. */
  fromScreen({ x, y }: { readonly x: number; readonly y: number }): { x: number; y: number } | null {
    const { x: left, y: top } = this.#area ?? { x: 0, y: 0 };
    const at = { x: x - left, y: y - top };
    return at.x >= 0 && at.y >= 0 && at.x < this.width && at.y < this.height ? at : null;
  }

  [Symbol.dispose](): void {
    this.#stack.dispose();
  }

  #update({ isResized }: { isResized: boolean }): void {
    const before = this.#area;
    const monitor = this.#monitors.find(({ name }) => name === this.#chosen);
    const screen = { x: 0, y: 0, w: this.#screen.width, h: this.#screen.height };
    const next = monitor === undefined ? null : intersect(monitor, screen);
    this.#area = next;
    if (isResized || !isSame(before, next)) for (const listener of this.#resized) listener();
  }
}

/** A viewer chooses a monitor by its name, which Windows and macOS take from its model. */
export function withOwnNames(monitors: readonly Monitor[]): readonly Monitor[] {
  const taken = new Set<string>();
  return monitors.map((monitor) => {
    let name = monitor.name;
    for (let next = 2; taken.has(name); next += 1) name = `${monitor.name} (${next})`;
    taken.add(name);
    return { ...monitor, name };
  });
}

const isSame = (a: Rectangle | null, b: Rectangle | null): boolean =>
  a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h);
