import type { AnyEventDefinition } from '@vigil/shared/contract/event';
import type { Log } from './log.ts';

/** Logs why the gateway will refuse a report. */
export type CheckReport = (event: AnyEventDefinition, payload: unknown) => void;

/**
 * Checks reports that the gateway does not answer: whoever looks for the missing values finds the reason in the log of
 * the agent. The same reason is logged once, until the gateway would accept such a report again.
 */
export function createReportCheck(log: Pick<Log, 'warn'>): CheckReport {
  const logged = new Map<string, string>();
  return ({ name, payload: schema }, payload) => {
    const checked = schema.safeParse(payload);
    if (checked.success) return void logged.delete(name);
    const [issue] = checked.error.issues;
    const reason = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
    if (logged.get(name) === reason) return;
    logged.set(name, reason);
    log.warn('report refused', { event: name, code: 'malformed', reason });
  };
}
