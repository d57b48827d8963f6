import type { CompanyPk } from '@vigil/shared/contract/ids';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import type { Redis } from '@vigil/shared/platform/redis/redis';
import * as z from 'zod';
import type { AlertFinding } from './evaluate-device.ts';
import { THRESHOLD_CHECK_INTERVAL_MS } from './schedule-checks.ts';

/** A measured value has to be over its threshold in so many evaluations, one after the other. */
const EVALUATIONS_OVER = 3;
/** What was evaluated longer ago than this is not the evaluation before. */
const MAX_GAP_MS = 3 * THRESHOLD_CHECK_INTERVAL_MS;
/** A job that is repeated after a crash is no second evaluation. */
const MIN_GAP_MS = THRESHOLD_CHECK_INTERVAL_MS / 2;

const Streaks = z.object({ at: z.number(), counts: z.record(z.string(), z.int()) });
type Streaks = z.infer<typeof Streaks>;

const keyOf = ({ device, code }: AlertFinding): string => `${device}|${code}`;

const isMeasuredValue = ({ value, code }: AlertFinding): boolean => value !== null && !code.endsWith('1');

/** Counts the evaluations in which values were over their thresholds. Pure. */
function countStreaks(
  before: Streaks | null,
  findings: readonly AlertFinding[],
  now: number,
): { due: AlertFinding[]; streaks: Streaks } {
  const gap = before ? now - before.at : Infinity;
  const isRepeated = gap < MIN_GAP_MS;
  const counts: Record<string, number> = {};
  const due = findings.filter((finding) => {
    if (!isMeasuredValue(finding)) return true;
    const key = keyOf(finding);
    const known = gap > MAX_GAP_MS ? 0 : (before?.counts[key] ?? 0);
    counts[key] = isRepeated ? Math.max(known, 1) : known + 1;
    return counts[key] >= EVALUATIONS_OVER;
  });
  return { due, streaks: { at: isRepeated && before ? before.at : now, counts } };
}

/** The findings that begin an alert now. What is lost in Redis only delays them. */
export async function takeDueFindings(
  redis: Redis,
  company: CompanyPk,
  { findings, now }: { findings: readonly AlertFinding[]; now: number },
): Promise<AlertFinding[]> {
  const key = redisKeys.alertStreaks(company);
  const stored = Streaks.safeParse(JSON.parse((await redis.commands.get(key)) ?? 'null'));
  const { due, streaks } = countStreaks(stored.success ? stored.data : null, findings, now);
  await redis.commands.set(key, JSON.stringify(streaks), { expiration: { type: 'PX', value: 2 * MAX_GAP_MS } });
  return due;
}
