import type { CompanyPk, GroupPk, IncidentPk, UserPk } from '@vigil/shared/contract/ids';
import { INCIDENT_CAUSE_SETTLING_MS, INCIDENT_REOPENING_MS } from '@vigil/shared/domain/incidents';
import { ADMINISTRATOR_TYPE } from '@vigil/shared/domain/member-types';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceGroups, groupMembers } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import type { IncidentMailRecipient, IncidentMailItem } from './incident-mail-texts.ts';
import { causeOf } from './incident-queries.ts';

export type UnmailedIncident = Omit<IncidentMailItem, 'count'> & {
  readonly pk: IncidentPk;
  /** Whose readers were told of its opening. */
  readonly toldGroups: readonly GroupPk[];
};

/** Until the end of the transaction: two workers must not tell the same incident. */
export const lockIncidentMails = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451199, ${company})`);

/** Postgres hands an array of documents over as texts. */
const parseFindings = (rows: (string | IncidentMailItem['findings'][number])[]): IncidentMailItem['findings'] =>
  rows.map((row) => (typeof row === 'string' ? (JSON.parse(row) as IncidentMailItem['findings'][number]) : row));

/**
 * Incidents whose opening, or whose end, no mail has told yet; also those that devices of other groups have joined
 * since. The end of one whose opening was not told is not told either: what is over within half a minute is not worth a
 * mail. An end is told when the incident cannot be opened again.
 */
export const readUnmailedIncidents = (
  tx: ReadTx,
  { isOver, now }: { isOver: boolean; now: number },
): Promise<UnmailedIncident[]> =>
  readIncidentItems(
    tx,
    isOver
      ? and(
          lte(incidents.resolvedAt, new Date(now - INCIDENT_REOPENING_MS)),
          isNotNull(incidents.openingToldAt),
          isNull(incidents.endToldAt),
        )
      : and(
          isNull(incidents.resolvedAt),
          or(isNull(incidents.openingToldAt), incidents.hasUntoldGroups),
          lte(incidents.openedAt, new Date(now - INCIDENT_CAUSE_SETTLING_MS)),
        ),
  );

/** What a sentence about each of some incidents is made of. */
export async function readIncidentItems(tx: ReadTx, condition: SQL | undefined): Promise<UnmailedIncident[]> {
  const rows = await tx
    .select({
      incident: incidents,
      // With its table: the alerts have a column of the same name.
      findings: sql<IncidentMailItem['findings']>`array(
        select distinct on (right(a.alert_code, 1)) jsonb_build_object('kind', right(a.alert_code, 1)::int,
          'value', coalesce(a.last_value, a.alert_value), 'limit', a.alert_limit, 'noData', a.no_data, 'sensor', a.sensor)
        from ${alerts} a where a.incident_fk = incidents.pk
        order by right(a.alert_code, 1), a.ended_at is not null, a.generate, a.pk)`.mapWith(parseFindings),
    })
    .from(incidents)
    .where(condition)
    .orderBy(asc(incidents.firstAt), asc(incidents.pk));
  return rows.flatMap(({ incident, findings }) => {
    const cause = causeOf(incident);
    return cause
      ? [
          {
            pk: incident.pk,
            cause,
            name: incident.name,
            findings,
            firstAt: incident.firstAt,
            resolvedAt: incident.resolvedAt,
            toldGroups: incident.openingToldGroups,
          },
        ]
      : [];
  });
}

/** @param groups of the devices of each by now, whose readers are told of an opening */
export const markOpeningsMailed = (
  tx: Tx,
  told: readonly { readonly pk: IncidentPk; readonly groups: readonly GroupPk[] }[],
  at: Date,
) =>
  tx.execute(sql`
    update incidents i set
      opening_told_at = coalesce(i.opening_told_at, ${at.toISOString()}::timestamptz),
      opening_told_groups = array(select unnest(i.opening_told_groups) union select unnest(f.groups)),
      has_untold_groups = false
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as f(pk bigint, groups int[])
    where i.pk = f.pk`);

export const markEndsMailed = (tx: Tx, pks: readonly IncidentPk[], at: Date) =>
  tx.update(incidents).set({ endToldAt: at }).where(whereKeyIn(incidents.pk, pks));

const readers = { address: users.email, language: users.langCode, timeZoneId: users.timeZoneId };

/** Active users with a confirmed address who want mail, with the groups that they see. */
export async function readIncidentMailUsers(tx: ReadTx): Promise<IncidentMailRecipient[]> {
  const rows = await tx
    .select({ pk: users.pk, type: users.type, quietHours: users.quietHours, ...readers })
    .from(users)
    .where(
      and(eq(users.active, true), eq(users.flagReceptMail, 1), isNotNull(users.emailVerifiedAt), ne(users.email, '')),
    );
  const links = await tx
    .select({ user: groupMembers.memberFk, group: groupMembers.groupFk })
    .from(groupMembers)
    .where(
      whereKeyIn(
        groupMembers.memberFk,
        rows.map(({ pk }) => pk),
      ),
    );
  const groupsOf = new Map<UserPk, Set<GroupPk>>();
  for (const { user, group } of links) groupsOf.set(user, (groupsOf.get(user) ?? new Set()).add(group));
  return rows.map(({ pk, type, ...reader }) => ({
    ...reader,
    isConfirmed: true,
    groups: type === ADMINISTRATOR_TYPE ? ('all' as const) : (groupsOf.get(pk) ?? new Set()),
  }));
}

/**
 * Each group with the address of its contact, or of the nearest group above that has one. Language and zone are those
 * of the first administrator: an address has none of its own.
 */
export async function readNearestGroupContacts(
  tx: ReadTx,
): Promise<{ group: GroupPk; address: string; language: IncidentMailRecipient['language']; timeZoneId: number }[]> {
  const groups = await tx
    .select({ pk: deviceGroups.pk, parent: deviceGroups.groupFk, email: deviceGroups.managerEmail })
    .from(deviceGroups);
  if (groups.every(({ email }) => email === '')) return [];
  const [admin] = await tx
    .select(readers)
    .from(users)
    .where(eq(users.type, ADMINISTRATOR_TYPE))
    .orderBy(asc(users.pk))
    .limit(1);
  if (!admin) return [];
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  const contactOf = (group: (typeof groups)[number] | undefined): string =>
    !group ? '' : group.email !== '' || group.parent === null ? group.email : contactOf(byPk.get(group.parent));
  return groups.flatMap((group) => {
    const address = contactOf(group);
    return address === '' ? [] : [{ group: group.pk, address, language: admin.language, timeZoneId: admin.timeZoneId }];
  });
}
