import type { LedgerEntry } from '../command-ledger.ts';
import { failedResult, type Executor, type ExecutorContext, type FinalResult } from './executor.ts';

/**
 * Turns the device off. The agent cannot see the effect: the server does (CMD-10), and the agent reports only that the
 * system refused, or that it started again.
 */
const powerExecutor = <T extends 'reboot' | 'shutdown'>(action: T): Executor<T> => ({
  start(_args, { power }) {
    if (power === null) return failedResult('power_not_allowed');
    return {
      state: 'accepted',
      async run(context) {
        context.report({});
        await context.delivered();
        await power(action);
        return { state: 'pending' };
      },
    };
  },
  resume: hasBooted,
});

function hasBooted({ answer }: LedgerEntry, { host }: ExecutorContext): FinalResult | null {
  const before = answer.before?.boot_id;
  return typeof before === 'string' && before !== host.bootId() ? { state: 'done' } : null;
}

export const rebootExecutor = powerExecutor('reboot');
export const shutdownExecutor = powerExecutor('shutdown');
