import * as z from 'zod';
import { allowTokensInGroups, reportReaders } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, UserPk } from '../ids.ts';
import { MOST_RANKED } from '../limits.ts';
import { dateRangeParams } from '../list-query.ts';
import * as reports from '../routes/reports.ts';

const FIRST_YEAR = 1971;
const LAST_YEAR = 9_998;

const report = { method: 'GET', access: reportReaders, tokens: allowTokensInGroups('read'), guests: true } as const;

/** Percent of all use that the caller may see in the range, with two decimals (decision 54). */
const Share = z.number().min(0).max(100);
const Count = z.int().nonnegative();
const Day = z.iso.date();

/**
 * Both ends are included, and are days of the caller's time zone; without them, the range of decision 53. The list is
 * in the order of the counts, the highest first.
 */
const rankingQuery = z.object({
  type: z.enum(['user', 'device']),
  ...dateRangeParams,
  limit: z.coerce.number<string | number>().int().min(1).max(MOST_RANKED).default(MOST_RANKED),
});

/** `total_count` is all use in the range, `previous_count` that of the range of as many days before it. */
const RankingMeta = z.object({ total_count: Count, previous_count: Count, start_date: Day, end_date: Day });

/** Of a user or of a device: the names and keys of the other are empty. */
export const RemoteRank = z.object({
  usage: Share,
  count: Count,
  user_pk: UserPk.nullable(),
  reg_mail: z.string(),
  device_pk: DevicePk.nullable(),
  alias: z.string(),
});
export type RemoteRank = z.infer<typeof RemoteRank>;

/** @throws Problem `date_validate_error` */
export const readRemoteRanking = endpoint(reports.readRemoteRanking, {
  ...report,
  summary: 'Read the users or devices with the most remote sessions',
  query: rankingQuery,
  objects: z.array(RemoteRank).max(MOST_RANKED),
  meta: RankingMeta,
});

/** Of a kind of alerts (`category`, 1–7) or of a device: the other is null or empty. */
export const AlertRank = z.object({
  usage: Share,
  count: Count,
  category: z.int().min(1).max(7).nullable(),
  device_pk: DevicePk.nullable(),
  device: z.string(),
});
export type AlertRank = z.infer<typeof AlertRank>;

/**
 * `type=user` ranks the kinds of alerts, because alerts have no users and clients of the specification ask so
 * (spec 2 §7).
 * @throws Problem `date_validate_error`
 */
export const readAlertRanking = endpoint(reports.readAlertRanking, {
  ...report,
  summary: 'Read the kinds of alerts or the devices with the most alerts',
  query: rankingQuery,
  objects: z.array(AlertRank).max(MOST_RANKED),
  meta: RankingMeta,
});

/** The months of a year, or the days of a month, of the caller's time zone. */
export const chartPeriodParams = {
  type: z.enum(['monthly', 'daily']),
  year: z.coerce.number<string | number>().int().min(FIRST_YEAR).max(LAST_YEAR),
  month: z.coerce.number<string | number>().int().min(1).max(12).optional(),
};

type ChartPeriodParams = Readonly<{ type: 'monthly' | 'daily'; month?: number | undefined }>;
export const isMonthKnown = ({ type, month }: ChartPeriodParams): boolean => type === 'monthly' || month !== undefined;
export const monthNeeded = { path: ['month'], message: 'needed' };

const chartQuery = z.object(chartPeriodParams).refine(isMonthKnown, monthNeeded);

/** `pk` is the number of the month or day. Its `start_date` is `YYYY-MM` or `YYYY-MM-DD` (decision 118). */
export const ChartRow = z.object({
  pk: z.int().min(1).max(31),
  start_date: z.string(),
  access_cnt: Count,
  access_ratio: Share,
});
export type ChartRow = z.infer<typeof ChartRow>;

/** Every period has its row, also those without use, and those to come. */
const chart = {
  ...report,
  query: chartQuery,
  objects: z.array(ChartRow).min(12).max(31),
  /**
   * Of the year or month, and of the one before it: beside one that has not ended, of as many of its days as have
   * begun.
   */
  meta: z.object({ total_count: Count, previous_count: Count }),
};

export const readRemoteChart = endpoint(reports.readRemoteChart, {
  ...chart,
  summary: 'Count the remote sessions of each month of a year or day of a month',
});

export const readAlertChart = endpoint(reports.readAlertChart, {
  ...chart,
  summary: 'Count the alerts of each month of a year or day of a month',
});
