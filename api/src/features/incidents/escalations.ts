import type { Incident } from '@vigil/shared/contract/http/incidents';
import type { IncidentPk } from '@vigil/shared/contract/ids';
import { whereOfChannel } from '@vigil/shared/platform/channel-scope';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { incidents } from '@vigil/shared/platform/db/schema/incidents';
import { alerts } from '@vigil/shared/platform/db/schema/records';
import { whereLoud } from '@vigil/shared/platform/maintenance';
import { and, asc, eq, exists, gte, isNotNull, isNull, notExists, sql } from 'drizzle-orm';

type Escalation = Incident['escalations'][number];
type Found = Escalation & { readonly incident: IncidentPk };

const MINUTE_MS = 60_000;

/**
 * Which channels were told that nobody acknowledges some incidents, and which are next, unless all of its devices are
 * in maintenance.
 */
export async function readEscalations(
  tx: ReadTx,
  pks: readonly IncidentPk[],
  now: number,
): Promise<ReadonlyMap<IncidentPk, Escalation[]>> {
  if (pks.length === 0) return new Map();
  const found = [...(await readTold(tx, pks)), ...(await readComing(tx, pks, now))].toSorted((a, b) =>
    a.at.localeCompare(b.at),
  );
  return new Map(
    [...Map.groupBy(found, ({ incident }) => incident)].map(([pk, rows]) => [
      pk,
      rows.map(({ channel, at, told }) => ({ channel, at, told })),
    ]),
  );
}

async function readTold(tx: ReadTx, pks: readonly IncidentPk[]): Promise<Found[]> {
  const rows = await tx
    .select({ incident: channelDeliveries.incidentFk, channel: channels.name, at: channelDeliveries.createdAt })
    .from(channelDeliveries)
    .innerJoin(channels, eq(channels.pk, channelDeliveries.channelFk))
    .where(and(whereKeyIn(channelDeliveries.incidentFk, pks), eq(channelDeliveries.event, 'escalated')));
  return rows.flatMap(({ incident, channel, at }) =>
    incident === null ? [] : [{ incident, channel, at: at.toISOString(), told: true }],
  );
}

async function readComing(tx: ReadTx, pks: readonly IncidentPk[], now: number): Promise<Found[]> {
  const waiting = await tx
    .select()
    .from(channels)
    .where(and(eq(channels.isEnabled, true), isNotNull(channels.afterMinutes)))
    .orderBy(asc(channels.pk));
  const loud = await whereLoud(tx, now);
  const coming: Found[] = [];
  for (const channel of waiting) {
    const concerned = tx
      .select({ one: sql`1` })
      .from(alerts)
      .innerJoin(devices, eq(devices.pk, alerts.deviceFk))
      .where(and(eq(alerts.incidentFk, incidents.pk), await whereOfChannel(tx, channel)));
    const told = tx
      .select({ one: sql`1` })
      .from(channelDeliveries)
      .where(
        and(
          eq(channelDeliveries.channelFk, channel.pk),
          eq(channelDeliveries.incidentFk, incidents.pk),
          eq(channelDeliveries.event, 'escalated'),
        ),
      );
    const rows = await tx
      .select({ pk: incidents.pk, openedAt: incidents.openedAt })
      .from(incidents)
      .where(
        and(
          whereKeyIn(incidents.pk, pks),
          isNull(incidents.resolvedAt),
          isNull(incidents.acknowledgedAt),
          gte(incidents.openedAt, channel.createdAt),
          exists(concerned),
          notExists(told),
          loud,
        ),
      );
    const waitMs = (channel.afterMinutes ?? 0) * MINUTE_MS;
    for (const { pk, openedAt } of rows) {
      const at = new Date(openedAt.getTime() + waitMs).toISOString();
      coming.push({ incident: pk, channel: channel.name, at, told: false });
    }
  }
  return coming;
}
