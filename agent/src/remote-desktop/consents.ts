import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { ConsentRule } from '@vigil/shared/contract/remote-desktop/grant';
import { sleep, type Clock } from '../clock.ts';
import type { Host } from '../host/host.ts';
import { shortReasonOf, type Log } from '../log.ts';

export interface ConsentsOptions {
  readonly host: Pick<Host, 'askPerson' | 'personTexts'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Whoever does not answer for so long is not there. */
export const CONSENT_SECONDS = 30;

/** What the person at the device has said of each session: a viewer that connects again is not asked for again (RELAY-11). */
export class Consents implements Disposable {
  readonly #options: ConsentsOptions;
  readonly #asked = new Map<RemoteSessionId, { readonly answer: Promise<boolean>; readonly over: AbortController }>();

  constructor(options: ConsentsOptions) {
    this.#options = options;
  }

  /** Whether the session may see the desktop. */
  ask(session: RemoteSessionId, userName: string, rule: ConsentRule): Promise<boolean> {
    const known = this.#asked.get(session);
    if (known) return known.answer;
    const over = new AbortController();
    const answer = this.#answerOf(userName, rule, over);
    this.#asked.set(session, { answer, over });
    return answer;
  }

  /** The session has ended. */
  forget(session: RemoteSessionId): void {
    this.#asked.get(session)?.over.abort();
    this.#asked.delete(session);
  }

  [Symbol.dispose](): void {
    for (const session of this.#asked.keys()) this.forget(session);
  }

  async #answerOf(userName: string, rule: ConsentRule, over: AbortController): Promise<boolean> {
    const { host, clock, log } = this.#options;
    const asking = host.askPerson(host.personTexts.asks(userName), over.signal).catch((cause: unknown) => {
      log.info('nobody could be asked', { reason: shortReasonOf(cause) });
      return null;
    });
    const timeout = sleep(clock, CONSENT_SECONDS * 1_000, over.signal).then(() => null);
    const answer = await Promise.race([asking, timeout]);
    const isOver = over.signal.aborted;
    // The question disappears.
    over.abort();
    log.info('consent asked', { answer: String(answer), rule });
    return !isOver && (answer ?? rule === 'or_allow');
  }
}
