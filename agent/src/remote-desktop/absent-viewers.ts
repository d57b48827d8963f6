import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { Clock } from '../clock.ts';

/** As long as the servers wait for a sign of life of a session. */
export const VIEWER_ABSENCE_MS = 60_000;

interface Options {
  readonly clock: Clock;
  /** Its viewer has not come, or not come back. */
  readonly onLost: (session: RemoteSessionId) => void;
}

/** The sessions whose viewer is not at the relay: a closed tab says no goodbye, and its session would last for ever. */
export class AbsentViewers implements Disposable {
  readonly #options: Options;
  readonly #waits = new Map<RemoteSessionId, Disposable>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** The viewer is expected for a minute from now on: it has gone, or it has just asked for another connection. */
  add(session: RemoteSessionId): void {
    this.remove(session);
    const { clock, onLost } = this.#options;
    const wait = clock.after(VIEWER_ABSENCE_MS, () => {
      this.#waits.delete(session);
      onLost(session);
    });
    this.#waits.set(session, wait);
  }

  /** The viewer is there, or the session has ended. */
  remove(session: RemoteSessionId): void {
    this.#waits.get(session)?.[Symbol.dispose]();
    this.#waits.delete(session);
  }

  [Symbol.dispose](): void {
    for (const session of this.#waits.keys()) this.remove(session);
  }
}
