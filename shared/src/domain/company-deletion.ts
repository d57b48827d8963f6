/**
 * How an account is deleted: when that happens, what is told before, and what is kept for how long (the terms and the
 * privacy page).
 */

const DAY_MS = 86_400_000;

/** Administrators may keep the account for so long. */
const DELETION_AFTER_DAYS = 30;
/** How many days before the deletion administrators are told again. */
const DELETION_REMINDER_DAYS = [7, 1] as const;
type DeletionReminderDays = (typeof DELETION_REMINDER_DAYS)[number];
/** How long contracts, payments and audits are kept. */
const KEPT_YEARS = 5;

export const deletionTimeFrom = (at: Date): Date => new Date(at.getTime() + DELETION_AFTER_DAYS * DAY_MS);

/** Of deletions until then there may be something to tell. */
export const reminderHorizon = (at: Date): Date => new Date(at.getTime() + DELETION_REMINDER_DAYS[0] * DAY_MS);

/** The nearest reminder that time has reached, once. @returns null for none */
export function dueDeletionReminder(
  { deleteAt, remindedDays }: { readonly deleteAt: Date; readonly remindedDays: number | null },
  at: Date,
): DeletionReminderDays | null {
  const days = DELETION_REMINDER_DAYS.findLast((one) => at.getTime() >= deleteAt.getTime() - one * DAY_MS);
  return days === undefined || (remindedDays !== null && remindedDays <= days) ? null : days;
}

/** What was closed before is not kept any longer. */
export function keptSince(at: Date): Date {
  const since = new Date(at);
  since.setUTCFullYear(since.getUTCFullYear() - KEPT_YEARS);
  return since;
}
