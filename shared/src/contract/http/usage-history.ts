import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DevicePk, pkInPath } from '../ids.ts';
import { pointInTimeText } from '../list-query.ts';
import { usageHistoryColumns, usageSteps } from '../names.ts';
import * as devices from '../routes/devices.ts';

const DAY_MS = 24 * 3_600_000;

/** The longest range of each step, so that an answer has at most 1,500 rows and reads at most 400 partitions. */
const LONGEST_MS: Readonly<Record<(typeof usageSteps)[number], number>> = {
  minute: 25 * 3_600_000,
  hour: 32 * DAY_MS,
  day: 400 * DAY_MS,
};

/**
 * Usage of one device as it was stored (decision 67), from `from` (included) to `to` (excluded), the oldest first. `at`
 * is the beginning of a period in milliseconds since 1970; hours and days are those of the caller's time zone, also in
 * a range without a zone. A period without a sample has no row; null is a value that the device did not measure.
 * Percent; disk usage in hundredths of a percent, as everywhere over HTTP; °C; rpm.
 * @throws Problem `date_validate_error`, `not_found`
 */
export const readUsageHistory = endpoint(devices.readUsageHistory, {
  summary: 'Read the usage of a device by minute, hour or day',
  params: z.object({ pk: pkInPath(DevicePk) }),
  query: z
    .object({ from: pointInTimeText, to: pointInTimeText, step: z.enum(usageSteps) })
    .refine(({ from, to, step }) => Date.parse(to) - Date.parse(from) <= LONGEST_MS[step], 'range too long'),
  objects: z.object({
    columns: z.array(z.enum(usageHistoryColumns)),
    rows: z.array(z.array(z.number().nullable()).length(usageHistoryColumns.length)),
  }),
});
