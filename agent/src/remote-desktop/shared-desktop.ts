import type { Desktop, OpenDesktop } from '../host/desktop/desktop.ts';

type Opened = Awaited<ReturnType<OpenDesktop>>;

/** A desktop that one viewer uses until it disposes the lease. */
export interface DesktopLease extends Disposable {
  readonly desktop: Desktop;
}

/** A desktop that is open or being opened, with what each of its leases does when it is gone. */
interface Shared {
  readonly opening: Promise<Opened>;
  readonly leases: Set<() => void>;
}

/** The one desktop of this device for all its viewers: opened with the first, closed with the last. */
export class SharedDesktop {
  readonly #open: OpenDesktop;
  #shared: Shared | null = null;

  constructor(open: OpenDesktop) {
    this.#open = open;
  }

  /** @param onLost is called once when the screen is gone, unless the lease was disposed */
  async lease(onLost: () => void): Promise<DesktopLease | Exclude<Opened, Desktop>> {
    const shared = (this.#shared ??= this.#start());
    // Another function for each lease.
    const lost = () => onLost();
    shared.leases.add(lost);
    const desktop = await shared.opening.catch((cause: unknown) => {
      this.#forget(shared);
      throw cause;
    });
    if (typeof desktop === 'string') {
      this.#forget(shared);
      return desktop;
    }
    return {
      desktop,
      [Symbol.dispose]: () => {
        if (!shared.leases.delete(lost) || shared.leases.size > 0) return;
        this.#forget(shared);
        desktop[Symbol.dispose]();
      },
    };
  }

  #start(): Shared {
    const shared: Shared = { opening: this.#open(), leases: new Set() };
    shared.opening
      .then((desktop) => typeof desktop === 'object' && desktop.onLost(() => this.#end(shared)))
      // Whoever waits for it is told.
      .catch(() => undefined);
    return shared;
  }

  #end(shared: Shared): void {
    this.#forget(shared);
    for (const lost of shared.leases) lost();
  }

  /** The next viewer opens another one. */
  #forget(shared: Shared): void {
    if (this.#shared === shared) this.#shared = null;
  }
}
