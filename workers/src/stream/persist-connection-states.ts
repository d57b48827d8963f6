import type { CompanyPk, DevicePk } from '@vigil/shared/contract/ids';
import type { DeviceConnectionTimes } from '@vigil/shared/platform/bus/messages';
import type { StreamEntryOf } from '@vigil/shared/platform/redis/stream';
import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { publishConnectionTimes } from './publish-device-times.ts';

interface StateChange {
  device: DevicePk;
  company: CompanyPk;
  kind: 0 | 1 | 2;
  at: string;
  connection: string;
  seq: number;
}

const flatten = (entries: readonly StreamEntryOf<'state'>[]): StateChange[] =>
  entries.flatMap(({ data, seq, company }) =>
    data.map(([device, kind, at, connection]) => ({
      device,
      company,
      kind,
      at: new Date(at).toISOString(),
      connection,
      seq,
    })),
  );

/** The last state and the newest times of each device in a batch, independent of the order of its entries. */
function byDevice(changes: readonly StateChange[]) {
  return [...Map.groupBy(changes, (one) => one.device)].map(([device, own]) => {
    const last = own.reduce((a, b) => (b.seq >= a.seq ? b : a));
    const times = (online: boolean) => own.filter((one) => (one.kind !== 0) === online).map((one) => one.at);
    const opened = times(true).toSorted();
    return {
      device,
      seq: last.seq,
      alive: last.kind === 0 ? 0 : 1,
      connected: opened.at(-1) ?? null,
      disconnected: times(false).toSorted().at(-1) ?? null,
      first_opened: opened[0] ?? null,
    };
  });
}

/** When each socket of a batch was opened and closed, as far as the batch contains it. */
function byConnection(changes: readonly StateChange[]) {
  return [...Map.groupBy(changes, (one) => one.connection)].map(([id, own]) => {
    const times = (online: boolean) => own.filter((one) => (one.kind !== 0) === online).map((one) => one.at);
    const [opened = null] = times(true).toSorted();
    const [closed = null] = times(false).toSorted();
    return { id, company: own[0]?.company, device: own[0]?.device, opened: opened ?? closed, closed };
  });
}

/**
 * Writes state, last times and connection history of many devices in three statements. Entries may be delivered twice
 * and late, when those of a dead worker are claimed. The rows do not depend on the order: the state is that of the
 * highest sequence number, times are the newest, a connection ends at its first end.
 */
export async function persistConnectionStates(deps: Deps, entries: readonly StreamEntryOf<'state'>[]): Promise<void> {
  if (entries.length === 0) return;
  const changes = flatten(entries);
  await storeStates(deps, changes);
  for (const [company, own] of Map.groupBy(changes, (change) => change.company)) {
    await publishConnectionTimes(deps, company, byDevice(own).map(timesOf));
  }
}

const milliseconds = (time: string | null) => (time === null ? null : Date.parse(time));
const timesOf = ({ device, connected, disconnected }: ReturnType<typeof byDevice>[number]): DeviceConnectionTimes => [
  device,
  milliseconds(connected),
  milliseconds(disconnected),
];

async function storeStates({ database }: Deps, changes: readonly StateChange[]): Promise<void> {
  const ofDevices = JSON.stringify(byDevice(changes));
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      update devices d set
        alive = case when d.state_seq < c.seq then c.alive else d.alive end,
        state_seq = greatest(d.state_seq, c.seq),
        last_connected_time = greatest(d.last_connected_time, c.connected),
        last_disconnected_time = greatest(d.last_disconnected_time, c.disconnected)
      from jsonb_to_recordset(${ofDevices}::jsonb)
        as c(device int, seq bigint, alive int, connected timestamptz, disconnected timestamptz)
      where d.pk = c.device`);
    await tx.execute(sql`
      insert into connections as k (id, company_fk, device_fk, connected_at, disconnected_at)
      select c.id, c.company, c.device, c.opened, c.closed
      from jsonb_to_recordset(${JSON.stringify(byConnection(changes))}::jsonb)
        as c(id uuid, company int, device int, opened timestamptz, closed timestamptz)
      where exists (select 1 from devices d where d.pk = c.device)
      on conflict (id) do update set
        connected_at = least(k.connected_at, excluded.connected_at),
        disconnected_at = least(k.disconnected_at, excluded.disconnected_at)`);
    // A socket that a later one of its device replaced is closed, even without an entry of its end.
    await tx.execute(sql`
      update connections k set disconnected_at = n.followed_at
      from (
        select o.id, (
          select min(f.connected_at) from connections f
          where f.device_fk = o.device_fk and f.connected_at > o.connected_at
        ) as followed_at
        from connections o
        join jsonb_to_recordset(${ofDevices}::jsonb) as c(device int, first_opened timestamptz)
          on o.device_fk = c.device and (o.disconnected_at is null or o.disconnected_at > c.first_opened)
      ) n
      where k.id = n.id and (k.disconnected_at is null or k.disconnected_at > n.followed_at)
        and n.followed_at is not null`);
  });
}
