import type { CompanyPk, DeliveryPk, IncidentPk } from '@vigil/shared/contract/ids';
import type { DeliveryEvent } from '@vigil/shared/contract/names';
import { INCIDENT_CAUSE_SETTLING_MS, INCIDENT_REOPENING_MS } from '@vigil/shared/domain/incidents';
import { whereOfChannel } from '@vigil/shared/platform/channel-scope';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { whereLoud } from '@vigil/shared/platform/maintenance';
import { and, asc, eq, exists, gte, inArray, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { readIncidentItems, type UnmailedIncident } from '../alerts/incident-mail-queries.ts';

export type StoredChannel = typeof channels.$inferSelect;
type NewDelivery = typeof channelDeliveries.$inferInsert;

const MINUTE_MS = 60_000;

/** Until the end of the transaction: two evaluations must not tell the same incident. */
export const lockChannels = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451202, ${company})`);

export const readEnabledChannels = (tx: ReadTx): Promise<StoredChannel[]> =>
  tx.select().from(channels).where(eq(channels.isEnabled, true)).orderBy(asc(channels.pk));

export interface FoundIncident {
  readonly row: typeof incidents.$inferSelect;
  readonly item: UnmailedIncident;
  /** Its devices and kinds of alerts that the channel is about. */
  readonly count: number;
  readonly kinds: readonly number[];
}

interface Telling {
  readonly event: DeliveryEvent;
  readonly now: number;
}

function whereDue(tx: ReadTx, channel: StoredChannel, { event, now }: Telling) {
  const toldOf = (which: readonly DeliveryEvent[]) =>
    tx
      .select({ one: sql`1` })
      .from(channelDeliveries)
      .where(
        and(
          eq(channelDeliveries.channelFk, channel.pk),
          eq(channelDeliveries.incidentFk, incidents.pk),
          inArray(channelDeliveries.event, [...which]),
        ),
      );
  const isNew = and(notExists(toldOf([event])), gte(incidents.openedAt, channel.createdAt));
  if (event === 'resolved')
    return and(
      isNew,
      lte(incidents.resolvedAt, new Date(now - INCIDENT_REOPENING_MS)),
      exists(toldOf(['opened', 'escalated'])),
    );
  const waitMs = (channel.afterMinutes ?? 0) * MINUTE_MS;
  const isEscalated = event === 'escalated';
  if (isEscalated !== (channel.afterMinutes !== null)) return sql`false`;
  return and(
    isNew,
    isNull(incidents.resolvedAt),
    isEscalated ? isNull(incidents.acknowledgedAt) : undefined,
    lte(incidents.openedAt, new Date(now - Math.max(waitMs, INCIDENT_CAUSE_SETTLING_MS))),
  );
}

/** The incidents of which a channel has to be told now, the oldest first. */
export async function readIncidentsToTell(
  tx: ReadTx,
  channel: StoredChannel,
  { event, now, limit }: Telling & { limit: number },
): Promise<FoundIncident[]> {
  const inScope = await whereOfChannel(tx, channel);
  // Who was told of the beginning is told of the end, also when the devices are in other groups by then, or deleted.
  const concerned = event === 'resolved' ? undefined : and(isNotNull(devices.pk), inScope);
  const counted = inScope ?? sql`true`;
  const rows = await tx
    .select({
      row: incidents,
      count: sql<number>`greatest(1, count(distinct ${alerts.deviceFk}) filter (where ${counted}))::int`,
      kinds: sql<
        number[]
      >`coalesce(array_agg(distinct right(${alerts.alertCode}, 1)::int) filter (where ${counted}), '{}')`,
    })
    .from(incidents)
    .innerJoin(alerts, eq(alerts.incidentFk, incidents.pk))
    .leftJoin(devices, eq(devices.pk, alerts.deviceFk))
    .where(
      and(
        whereDue(tx, channel, { event, now }),
        concerned,
        event === 'escalated' && channel.afterMinutes !== null ? await whereLoud(tx, now) : undefined,
      ),
    )
    .groupBy(incidents.pk)
    .orderBy(asc(incidents.openedAt), asc(incidents.pk))
    .limit(limit);
  if (rows.length === 0) return [];
  const items = await readIncidentItems(
    tx,
    whereKeyIn(
      incidents.pk,
      rows.map(({ row }) => row.pk),
    ),
  );
  const byPk = new Map<IncidentPk, UnmailedIncident>(items.map((item) => [item.pk, item]));
  return rows.flatMap((found) => {
    const item = byPk.get(found.row.pk);
    return item ? [{ ...found, item }] : [];
  });
}

export const insertDeliveries = async (
  tx: Tx,
  rows: readonly NewDelivery[],
): Promise<{ pk: DeliveryPk; tries: number }[]> =>
  rows.length === 0
    ? []
    : tx
        .insert(channelDeliveries)
        .values([...rows])
        .onConflictDoNothing()
        .returning({ pk: channelDeliveries.pk, tries: channelDeliveries.tries });
