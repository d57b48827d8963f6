import type { Channel, Delivery } from '@vigil/shared/contract/http/channels';
import type { ChannelPk, CompanyPk, DeliveryPk, UserPk } from '@vigil/shared/contract/ids';
import { MAX_KEPT_DELIVERIES } from '@vigil/shared/contract/limits';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { channelDeliveries, channels } from '@vigil/shared/platform/db/schema/channels';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm';

type NewChannel = typeof channels.$inferInsert;
export type StoredChannel = typeof channels.$inferSelect;
type StoredDelivery = typeof channelDeliveries.$inferSelect;

/** Between the addresses of a mail, as they are stored to be shown. */
export const SHOWN_BETWEEN = ', ';

/** Two requests at once would each count, and look for names, without the other's channel. */
export const lockChannelChanges = (tx: Tx, company: CompanyPk) =>
  tx.execute(sql`select pg_advisory_xact_lock(7451203, ${company})`);

export const whereChannelPk = (pk: ChannelPk): SQL => eq(channels.pk, pk);

export async function selectChannels(tx: ReadTx, condition?: SQL): Promise<Channel[]> {
  const last = tx
    .selectDistinctOn([channelDeliveries.channelFk], {
      channel: channelDeliveries.channelFk,
      state: channelDeliveries.state,
      at: channelDeliveries.triedAt,
    })
    .from(channelDeliveries)
    .where(ne(channelDeliveries.state, 'waiting'))
    .orderBy(channelDeliveries.channelFk, desc(channelDeliveries.pk))
    .as('last');
  const rows = await tx
    .select({ channel: channels, state: last.state, at: last.at })
    .from(channels)
    .leftJoin(last, eq(last.channel, channels.pk))
    .where(condition)
    .orderBy(asc(sql`lower(${channels.name})`), asc(channels.pk));
  return rows.map(({ channel, state, at }) => ({
    pk: channel.pk,
    name: channel.name,
    kind: channel.kind,
    host: channel.kind === 'mail' ? '' : channel.host,
    to: channel.kind === 'mail' ? channel.host.split(SHOWN_BETWEEN) : [],
    group_pks: channel.groupPks,
    alert_codes: channel.alertCodes,
    after_minutes: channel.afterMinutes,
    is_enabled: channel.isEnabled ? 1 : 0,
    last_delivery: state && at ? { state, at: at.toISOString() } : null,
    created_at: channel.createdAt.toISOString(),
  }));
}

export async function lockChannel(tx: Tx, pk: ChannelPk): Promise<StoredChannel | undefined> {
  const [row] = await tx.select().from(channels).where(whereChannelPk(pk)).for('update');
  return row;
}

export const countChannels = (tx: ReadTx): Promise<number> => tx.$count(channels);

export const isChannelNameUsed = async (tx: ReadTx, name: string, except: ChannelPk | null): Promise<boolean> =>
  (await tx.$count(
    channels,
    and(eq(sql`lower(${channels.name})`, sql`lower(${name})`), except === null ? undefined : ne(channels.pk, except)),
  )) > 0;

export async function insertChannel(tx: Tx, channel: NewChannel): Promise<ChannelPk> {
  const [row] = await tx.insert(channels).values(channel).returning({ pk: channels.pk });
  if (!row) throw new Error('the channel was not stored');
  return row.pk;
}

export const changeChannel = (tx: Tx, pk: ChannelPk, change: Partial<NewChannel>) =>
  tx.update(channels).set(change).where(whereChannelPk(pk));

export const removeChannel = (tx: Tx, pk: ChannelPk) => tx.delete(channels).where(whereChannelPk(pk));

/** In whose language and zone people read what a channel is told: those of the user who adds it. */
export async function selectReader(tx: ReadTx, user: UserPk) {
  const [row] = await tx
    .select({ language: users.langCode, timeZoneId: users.timeZoneId })
    .from(users)
    .where(eq(users.pk, user));
  if (!row) throw new Error('the caller has no account');
  return row;
}

export async function insertDelivery(
  tx: Tx,
  delivery: typeof channelDeliveries.$inferInsert,
): Promise<{ pk: DeliveryPk; tries: number }> {
  const [row] = await tx
    .insert(channelDeliveries)
    .values(delivery)
    .returning({ pk: channelDeliveries.pk, tries: channelDeliveries.tries });
  if (!row) throw new Error('the delivery was not stored');
  return row;
}

export async function selectLastDeliveries(tx: ReadTx, channel: ChannelPk): Promise<Delivery[]> {
  const rows = await tx
    .select()
    .from(channelDeliveries)
    .where(eq(channelDeliveries.channelFk, channel))
    .orderBy(desc(channelDeliveries.pk))
    .limit(MAX_KEPT_DELIVERIES);
  return rows.map(wireDelivery);
}

const wireDelivery = (row: StoredDelivery): Delivery => ({
  pk: row.pk,
  event: row.event,
  incident_pk: row.incidentFk,
  state: row.state,
  tries: row.tries,
  status: row.status,
  duration_ms: row.durationMs,
  error: row.error,
  created_at: row.createdAt.toISOString(),
  tried_at: row.triedAt?.toISOString() ?? null,
  next_try_at: row.state === 'waiting' && row.triedAt ? row.nextTryAt.toISOString() : null,
});
