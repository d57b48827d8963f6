import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { EntryOf } from './persist.ts';

interface Change {
  device: number;
  company: number;
  kind: 0 | 1 | 2;
  at: string;
  connection: string;
  seq: number;
}

const flatten = (entries: readonly EntryOf<'state'>[]): Change[] =>
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

/** The last change of each device in a batch; the database needs only where it ended up. */
const latest = (changes: readonly Change[]): Change[] => [...new Map(changes.map((one) => [one.device, one])).values()];

/**
 * State, last times and connection history of many devices in three statements. A change older than what is stored
 * (two workers, or the same entry again) is passed over by its sequence number.
 */
export async function persistStates({ database }: Deps, entries: readonly EntryOf<'state'>[]): Promise<void> {
  if (entries.length === 0) return;
  const changes = flatten(entries);
  const opened = changes.filter((one) => one.kind !== 0);
  await database.asSystem(async (tx) => {
    await tx.execute(sql`
      update devices d set
        alive = case when c.kind = 0 then 0 else 1 end,
        state_seq = c.seq,
        last_connected_time = case when c.kind = 0 then d.last_connected_time else c.at end,
        last_disconnected_time = case when c.kind = 0 then c.at else d.last_disconnected_time end
      from jsonb_to_recordset(${JSON.stringify(latest(changes))}::jsonb)
        as c(device int, kind int, at timestamptz, seq bigint)
      where d.pk = c.device and d.state_seq < c.seq`);
    if (opened.length > 0) {
      await tx.execute(sql`
        insert into connections (id, company_fk, device_fk, connected_at)
        select c.connection, c.company, c.device, c.at
        from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb)
          as c(connection uuid, company int, device int, at timestamptz)
        where exists (select 1 from devices d where d.pk = c.device)
        on conflict (id) do nothing`);
    }
    // Whatever socket a device had before this change is over: it left, or another one took its place.
    await tx.execute(sql`
      update connections k set disconnected_at = c.at
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        as c(connection uuid, device int, kind int, at timestamptz)
      where k.device_fk = c.device and k.disconnected_at is null and k.connected_at <= c.at
        and (c.kind = 0) = (k.id = c.connection)`);
  });
}
