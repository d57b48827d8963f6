/** How many days before the end of a licence its administrators are told; 0: when it has ended (decision 51). */
export const LICENCE_REMINDER_DAYS = [30, 7, 1, 0] as const;
export type LicenceReminderDays = (typeof LICENCE_REMINDER_DAYS)[number];

const DAY_MS = 86_400_000;

interface Reminded {
  readonly expiresAt: Date;
  /** The last reminder that was due. */
  readonly remindedDays: number | null;
}

/** The nearest reminder that time has reached, once. @returns null for none */
export function dueLicenceReminder({ expiresAt, remindedDays }: Reminded, at: Date): LicenceReminderDays | null {
  const days = LICENCE_REMINDER_DAYS.findLast((one) => at.getTime() >= expiresAt.getTime() - one * DAY_MS);
  return days === undefined || (remindedDays !== null && remindedDays <= days) ? null : days;
}

/**
 * A licence that begins with less time than that is not announced at once: one of a month needs no reminder a month
 * ahead.
 */
export const isWorthReminding = (
  { startsAt, expiresAt }: { readonly startsAt: Date; readonly expiresAt: Date },
  days: LicenceReminderDays,
): boolean => days === 0 || expiresAt.getTime() - startsAt.getTime() > (days + 1) * DAY_MS;
