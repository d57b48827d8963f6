import { backOffDelay } from '@vigil/shared/contract/back-off';
import { isApiProblem } from './api-problem.ts';

const BACK_OFF = { firstMs: 1_000, maxMs: 5_000 };
/** A server that is started again answers within half a minute. */
const ATTEMPTS = 6;

/** Repeats a call that got no answer. Only for calls that the server recognises when they are repeated. */
export async function retryUnanswered<T>(
  call: () => Promise<T>,
  wait: (ms: number) => Promise<void> = delay,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isApiProblem(error) || !error.isUnreachable || attempt === ATTEMPTS) throw error;
      await wait(backOffDelay(BACK_OFF, attempt));
    }
  }
}

const delay = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
