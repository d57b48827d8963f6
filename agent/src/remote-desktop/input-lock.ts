import type { RemoteSessionId } from '@vigil/shared/contract/ids';

/** The input of the device was locked for this session, or given back. */
export interface InputLockChange {
  readonly session: RemoteSessionId;
  readonly isOn: boolean;
}

interface Lock {
  readonly session: RemoteSessionId;
  /** Null while the devices are being taken. */
  handle: Disposable | null;
}

/** Whether keyboard and mouse at the device are taken from the person there, and for whom (RELAY-15). */
export class InputLock implements Disposable {
  readonly #onChanged: (change: InputLockChange) => void;
  #lock: Lock | null = null;
  /** Of two locks the first has given the devices back before the second takes them. */
  #taking: Promise<void> = Promise.resolve();

  constructor(onChanged: (change: InputLockChange) => void) {
    this.#onChanged = onChanged;
  }

  get isOn(): boolean {
    return this.#lock !== null && this.#lock.handle !== null;
  }

  /**
   * @param take is given what is to be called when the person at the device has the devices again
   * @throws Error where the devices cannot be taken, or were lost meanwhile
   */
  turnOn(session: RemoteSessionId, take: (onLost: () => void) => Promise<Disposable>): Promise<void> {
    if (this.#lock !== null) return Promise.resolve();
    const lock: Lock = { session, handle: null };
    this.#lock = lock;
    const taking = this.#taking.then(() => this.#take(lock, take));
    this.#taking = taking.catch(() => undefined);
    return taking;
  }

  [Symbol.dispose](): void {
    const lock = this.#lock;
    this.#lock = null;
    if (lock === null || lock.handle === null) return;
    lock.handle[Symbol.dispose]();
    this.#onChanged({ session: lock.session, isOn: false });
  }

  async #take(lock: Lock, take: (onLost: () => void) => Promise<Disposable>): Promise<void> {
    // It may have been turned off while it waited, and while it took the devices.
    if (this.#lock !== lock) return;
    try {
      const handle = await take(() => this.#lock === lock && this[Symbol.dispose]());
      if (this.#lock !== lock) return handle[Symbol.dispose]();
      lock.handle = handle;
    } catch (cause) {
      if (this.#lock === lock) this.#lock = null;
      throw cause;
    }
    this.#onChanged({ session: lock.session, isOn: true });
  }
}
