import * as z from 'zod';

/** Days of the week as in ISO 8601: 1 is Monday. All seven are every day. */
export const WeekDays = z
  .array(z.int().min(1).max(7))
  .min(1)
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'a day twice');

/** A time of day on the clock of a zone, `HH:MM`. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u);

/**
 * When a user is told of no incident, on the clock of his zone. They begin on these days, and end the next day unless
 * `to` is later than `from`.
 */
export const QuietHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay, week_days: WeekDays })
  .refine(({ from, to }) => from !== to, 'begins when it ends');
export type QuietHours = z.infer<typeof QuietHours>;
