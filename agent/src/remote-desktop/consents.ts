import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { ConsentRule } from '@vigil/shared/contract/remote-desktop/grant';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { sleep, type Clock } from '../clock.ts';
import type { Host } from '../host/host.ts';
import { shortNames } from '../host/person/person-texts.ts';
import { shortReasonOf, type Log } from '../log.ts';

export interface ConsentsOptions {
  readonly host: Pick<Host, 'askPerson' | 'personTexts'>;
  /** Whether the person at the device can answer nothing: another one in control could answer in their place. */
  readonly isInputLocked: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who wants in, and what for. */
export interface AskedUser {
  readonly userName: string;
  readonly rights: readonly DesktopRight[];
}

/** Whoever does not answer for so long is not there. */
export const CONSENT_SECONDS = 30;

/** What the person at the device has said of each session: a viewer that connects again is not asked for again (RELAY-11). */
export class Consents implements Disposable {
  readonly #options: ConsentsOptions;
  #unanswerable = new AbortController();
  readonly #asked = new Map<RemoteSessionId, { readonly answer: Promise<boolean>; readonly over: AbortController }>();

  constructor(options: ConsentsOptions) {
    this.#options = options;
  }

  /** Whether the session may see the desktop. */
  ask(session: RemoteSessionId, { userName, rights }: AskedUser, rule: ConsentRule): Promise<boolean> {
    const known = this.#asked.get(session);
    if (known) return known.answer;
    const over = new AbortController();
    const { asks, asksToView } = this.#options.host.personTexts;
    const question = (rights.includes('input') ? asks : asksToView)(shortNames([userName]));
    const answer = this.#answerOf(question, rule, over);
    this.#asked.set(session, { answer, over });
    return answer;
  }

  /** The person at the device cannot answer any more: for questions that are open the rule decides. */
  leaveToRule(): void {
    this.#unanswerable.abort();
    this.#unanswerable = new AbortController();
  }

  /** The session has ended. */
  forget(session: RemoteSessionId): void {
    this.#asked.get(session)?.over.abort();
    this.#asked.delete(session);
  }

  [Symbol.dispose](): void {
    for (const session of this.#asked.keys()) this.forget(session);
  }

  async #answerOf(question: string, rule: ConsentRule, over: AbortController): Promise<boolean> {
    const { host, isInputLocked, clock, log } = this.#options;
    if (isInputLocked()) return rule === 'or_allow';
    const asking = host.askPerson(question, over.signal).catch((cause: unknown) => {
      log.info('nobody could be asked', { reason: shortReasonOf(cause) });
      return null;
    });
    const end = AbortSignal.any([over.signal, this.#unanswerable.signal]);
    const timeout = sleep(clock, CONSENT_SECONDS * 1_000, end).then(() => null);
    const answer = await Promise.race([asking, timeout]);
    const isOver = over.signal.aborted;
    // The question disappears.
    over.abort();
    log.info('consent asked', { answer: String(answer), rule });
    return !isOver && (answer ?? rule === 'or_allow');
  }
}
