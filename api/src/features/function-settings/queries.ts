import type { FunctionSettingsEffects } from '@vigil/shared/contract/http/function-settings';
import type { CompanyPk, DevicePk, SessionId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import { deviceRequirementResults } from '@vigil/shared/domain/device-requirements';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { companyPasswordLevelTypes } from '@vigil/shared/domain/password-rules';
import { nextNightlyTime, retentionCutoff } from '@vigil/shared/domain/retention';
import { readCompanyTimeZone } from '@vigil/shared/platform/company-time-zone';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { remoteSessions } from '@vigil/shared/platform/db/schema/remote-sessions';
import { sessions, users } from '@vigil/shared/platform/db/schema/users';
import { countOldHistory } from '@vigil/shared/platform/old-history';
import { wherePermanentUser } from '@vigil/shared/platform/users/user-scope';
import { and, eq, gte, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Caller } from '../../identity/sessions/caller.ts';
import type { WantedPolicies } from './wire.ts';

type Policies = WantedPolicies;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WINDOWS = 1;

const counted = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition ?? sql`true`}))::int`;
const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

/** Active users; partners sign in nowhere. */
async function countUsers(tx: ReadTx, { blockNum, passwordChangeLimit }: Policies, at: Date) {
  const isOld =
    passwordChangeLimit > 0 ? lte(users.passwordChangedAt, before(at, passwordChangeLimit * DAY_MS)) : undefined;
  const isNear = blockNum > 0 ? gte(users.failureCount, blockNum) : sql`false`;
  const [row] = await tx
    .select({
      users: counted(undefined),
      must_change: counted(or(eq(users.mustChange, 1), isOld)),
      follow_level: counted(inArray(users.memberTypeId, [...companyPasswordLevelTypes])),
      locked: counted(isNotNull(users.lockedAt)),
      near_lock: counted(and(isNull(users.lockedAt), isNear)),
    })
    .from(users)
    .where(and(eq(users.active, true), ne(users.memberTypeId, memberTypes.partner), wherePermanentUser()));
  return row ?? { users: 0, must_change: 0, follow_level: 0, locked: 0, near_lock: 0 };
}

/** The open sessions of the console that a limit of their age would end at once. */
async function selectOverdue(
  tx: ReadTx,
  { sessionTime }: Pick<Policies, 'sessionTime'>,
  at: Date,
): Promise<SessionId[]> {
  if (sessionTime === 0) return [];
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isOpen(at), lte(sessions.createdAt, before(at, sessionTime * MINUTE_MS))));
  return rows.map(({ id }) => id);
}

const isOpen = (at: Date) =>
  and(isNull(sessions.endedAt), sql`${sessions.expiresAt} > ${at.toISOString()}::timestamptz`);

/** How many sessions new policies end at once, because these are older than the new time limit. */
export const countOverlongSessions = async (tx: ReadTx, policies: Policies, at: Date): Promise<number> =>
  (await selectOverdue(tx, policies, at)).length;

async function countSessions(tx: ReadTx, policies: Policies, { caller, at }: { caller: Caller; at: Date }) {
  const overdue = await selectOverdue(tx, policies, at);
  return {
    sessions: await tx.$count(sessions, isOpen(at)),
    ended_sessions: overdue.length,
    ends_own: overdue.includes(caller.id),
  };
}

/** An administrator's counts are those of the whole company. */
async function countDevices(tx: ReadTx, policies: Policies, online: ReadonlySet<DevicePk>) {
  const rows = await tx
    .select({
      pk: devices.pk,
      osId: devices.osId,
      state: devices.policyState,
      version: devices.agentVersion,
      latest: devices.latestVersion,
    })
    .from(devices)
    .where(eq(devices.approval, 1));
  const wanted = {
    min_os_major: policies.minOsMajor,
    min_os_minor: policies.minOsMinor,
    vaccine: policies.vaccine,
  };
  const requirements = rows.map(({ osId, state }) => deviceRequirementResults(wanted, osId, state));
  const having = (demand: 'min_os' | 'vaccine', state: 'unmet' | 'unknown') =>
    requirements.filter((one) => one[demand] === state).length;
  return {
    devices: rows.length,
    windows: rows.filter(({ osId }) => osId === WINDOWS).length,
    os_unmet: having('min_os', 'unmet'),
    os_unknown: having('min_os', 'unknown'),
    vaccine_unmet: having('vaccine', 'unmet'),
    vaccine_unknown: having('vaccine', 'unknown'),
    cannot_stay_awake: rows.filter(({ state }) => state?.stays_awake === false).length,
    outdated: rows.filter(
      ({ pk, version, latest }) => latest !== null && isOlderVersion(version ?? '', latest) && online.has(pk),
    ).length,
  };
}

const isRunning = and(isNull(remoteSessions.endedAt), isNotNull(remoteSessions.redeemedAt));

/** The entries of the company's history that the next night deletes (decision 44). */
export async function countExpiringEntries(
  tx: ReadTx,
  { statisticsDeletePeriod }: Pick<Policies, 'statisticsDeletePeriod'>,
  { company, at }: { company: CompanyPk; at: Date },
): Promise<number> {
  const timeZone = await readCompanyTimeZone(tx, company);
  const night = nextNightlyTime(at.getTime(), timeZone);
  return countOldHistory(tx, { company, start: retentionCutoff(statisticsDeletePeriod, night, timeZone) });
}

/** @throws Problem `not_allowed` in a company to which the operator does not offer the function settings */
export async function requireOffered(tx: ReadTx, company: CompanyPk): Promise<void> {
  const [row] = await tx.select({ offered: companies.commonPolicy }).from(companies).where(eq(companies.pk, company));
  if (row?.offered !== 1) throw new Problem('not_allowed', { reason: 'policy' });
}

/** What policies would do, in numbers of now. */
export async function readPolicyEffects(
  tx: ReadTx,
  policies: Policies,
  { caller, at, online }: { caller: Caller; at: Date; online: ReadonlySet<DevicePk> },
): Promise<FunctionSettingsEffects> {
  return {
    ...(await countUsers(tx, policies, at)),
    ...(await countSessions(tx, policies, { caller, at })),
    ...(await countDevices(tx, policies, online)),
    remote_sessions: await tx.$count(remoteSessions, isRunning),
    old_entries: await countExpiringEntries(tx, policies, { company: caller.company, at }),
    file_transfers: await tx.$count(remoteSessions, and(isRunning, eq(remoteSessions.type, 'ft'))),
  };
}
