import type { Desktop, OpenDesktop } from '../host/desktop/desktop.ts';

type Opened = Awaited<ReturnType<OpenDesktop>>;

/** A desktop that one viewer uses until it disposes the lease. */
export interface DesktopLease extends Disposable {
  readonly desktop: Desktop;
}

/** The one desktop of this device for all its viewers: opened with the first, closed with the last. */
export class SharedDesktop {
  readonly #open: OpenDesktop;
  #opened: Promise<Opened> | null = null;
  #leases = 0;

  constructor(open: OpenDesktop) {
    this.#open = open;
  }

  async lease(): Promise<DesktopLease | Exclude<Opened, Desktop>> {
    const opening = (this.#opened ??= this.#open());
    this.#leases += 1;
    const desktop = await opening.catch((cause: unknown) => {
      this.#release(opening);
      throw cause;
    });
    if (typeof desktop === 'string') {
      this.#release(opening);
      return desktop;
    }
    // The next viewer opens another one.
    desktop.onLost(() => this.#forget(opening));
    let isHeld = true;
    return {
      desktop,
      [Symbol.dispose]: () => {
        if (isHeld) this.#release(opening, desktop);
        isHeld = false;
      },
    };
  }

  #release(opening: Promise<Opened>, desktop?: Desktop): void {
    if (this.#opened !== opening) return;
    this.#leases -= 1;
    if (this.#leases > 0) return;
    this.#opened = null;
    desktop?.[Symbol.dispose]();
  }

  #forget(opening: Promise<Opened>): void {
    if (this.#opened !== opening) return;
    this.#opened = null;
    this.#leases = 0;
  }
}
