import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import type { ConsentRule } from '@vigil/shared/contract/remote-desktop/grant';
import type { ConsentDenial } from '@vigil/shared/contract/remote-desktop/refusals';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { sleep, type Clock } from '../clock.ts';
import type { Host } from '../host/host.ts';
import { shortNames } from '../host/person/person-texts.ts';
import { shortReasonOf, type Log } from '../log.ts';

export interface ConsentsOptions {
  readonly host: Pick<Host, 'askPerson' | 'personTexts'>;
  /** Of the device's key. */
  readonly fingerprint: string;
  /** Whether the person at the device can answer nothing: another one in control could answer in their place. */
  readonly isInputLocked: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Once a session. */
  readonly onAnswered: (answered: AnsweredConsent) => void;
}

/** What the person at the device has said, or that nobody there has said anything. */
export type ConsentAnswer = 'given' | ConsentDenial;

/** Whether a session may see the desktop: as it was answered, or by the rule where nobody answered. */
export type Consent =
  | { readonly isLetIn: true; readonly answer: 'given' | 'unanswered' }
  | { readonly isLetIn: false; readonly answer: ConsentDenial };

export interface AnsweredConsent {
  readonly session: RemoteSessionId;
  readonly answer: ConsentAnswer;
}

/** Who wants in, and what for. */
export interface AskedUser {
  readonly userName: string;
  readonly rights: readonly DesktopRight[];
}

/** Whoever does not answer for so long is not there. */
export const CONSENT_SECONDS = 30;

/**
 * What the person at the device has said of each session: a viewer that connects again is not asked for again
 * (RELAY-11).
 */
export class Consents implements Disposable {
  readonly #options: ConsentsOptions;
  #unanswerable = new AbortController();
  readonly #asked = new Map<
    RemoteSessionId,
    { readonly consent: Promise<Consent | null>; readonly over: AbortController }
  >();

  constructor(options: ConsentsOptions) {
    this.#options = options;
  }

  /** Whether the session may see the desktop; null where it has ended before that was answered. */
  ask(session: RemoteSessionId, { userName, rights }: AskedUser, rule: ConsentRule): Promise<Consent | null> {
    const known = this.#asked.get(session);
    if (known) return known.consent;
    const over = new AbortController();
    const { host, fingerprint } = this.#options;
    const { asks, asksToView, deviceKey } = host.personTexts;
    const asked = (rights.includes('input') ? asks : asksToView)(shortNames([userName]));
    const question = `${asked} ${deviceKey(fingerprint)}`;
    const consent = this.#answerOf(question, over).then((answer) => {
      if (answer === null) return null;
      this.#options.log.info('consent asked', { answer, rule });
      this.#options.onAnswered({ session, answer });
      return consentBy(answer, rule);
    });
    this.#asked.set(session, { consent, over });
    return consent;
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

  /** @returns null where the session has ended meanwhile */
  async #answerOf(question: string, over: AbortController): Promise<ConsentAnswer | null> {
    const { host, isInputLocked, clock, log } = this.#options;
    if (isInputLocked()) return 'unanswered';
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
    if (isOver) return null;
    if (answer === null) return 'unanswered';
    return answer ? 'given' : 'declined';
  }
}

function consentBy(answer: ConsentAnswer, rule: ConsentRule): Consent {
  if (answer === 'given') return { isLetIn: true, answer };
  return answer === 'unanswered' && rule === 'or_allow' ? { isLetIn: true, answer } : { isLetIn: false, answer };
}
