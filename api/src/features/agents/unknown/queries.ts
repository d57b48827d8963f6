import type { QueryOf } from '@vigil/shared/contract/endpoint';
import type { listUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import type { CompanyPk, DeviceGuid, UnknownAgentPk } from '@vigil/shared/contract/ids';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { deviceDeletions, unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { selectPage } from '@vigil/shared/platform/db/select-page';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';

/** The identity of an agent, as its credential names it. */
export interface AgentIdentity {
  readonly guid: DeviceGuid;
  readonly key: string;
}

/** Whether the deletion of a device with this identity is recorded. */
export const isDeletionRecorded = async (tx: ReadTx, { guid, key }: AgentIdentity): Promise<boolean> =>
  (await tx.$count(deviceDeletions, and(eq(deviceDeletions.guid, guid), eq(deviceDeletions.publicKey, key)))) > 0;

/** More would help nobody who looks at them; it bounds what a company's agents can store. */
const MAX_UNKNOWN_AGENTS = 5_000;

/** An agent asks every five minutes; more often its row is not written. */
const WRITE_EVERY_MS = 4 * 60_000;

/** Stores that an agent was seen. A company that does not exist has none, and a full list takes no further ones. */
export async function saveUnknownAgent(tx: Tx, seen: typeof unknownAgents.$inferInsert): Promise<void> {
  const identity = and(
    eq(unknownAgents.companyFk, seen.companyFk),
    eq(unknownAgents.guid, seen.guid),
    eq(unknownAgents.publicKey, seen.publicKey),
  );
  const { firstSeen: _first, ...latest } = seen;
  const [known] = await tx.select({ lastSeen: unknownAgents.lastSeen }).from(unknownAgents).where(identity);
  if (known) {
    const before = new Date(seen.lastSeen.getTime() - WRITE_EVERY_MS);
    await tx
      .update(unknownAgents)
      .set(latest)
      .where(and(identity, lt(unknownAgents.lastSeen, before)));
    return;
  }
  const company = await tx.execute(sql`select 1 from companies where pk = ${seen.companyFk}`);
  if (company.length === 0 || (await tx.$count(unknownAgents)) >= MAX_UNKNOWN_AGENTS) return;
  await tx.insert(unknownAgents).values(seen).onConflictDoNothing();
}

export const selectUnknownAgentPage = (tx: ReadTx, query: QueryOf<typeof listUnknownAgents>) =>
  selectPage(tx, tx.select().from(unknownAgents).$dynamic(), {
    query,
    rules: {
      // The servers know some again, because another backup was restored.
      where: sql`not exists (select from devices d where d.guid = ${unknownAgents.guid} and d.public_key = ${unknownAgents.publicKey})`,
      sort: { last_seen: unknownAgents.lastSeen, first_seen: unknownAgents.firstSeen, name: unknownAgents.name },
      key: unknownAgents.pk,
    },
  });

export const lockUnknownAgents = (tx: Tx, pks: readonly UnknownAgentPk[]) =>
  tx
    .select()
    .from(unknownAgents)
    .where(inArray(unknownAgents.pk, [...pks]))
    .orderBy(asc(unknownAgents.pk))
    .for('update');

export const deleteUnknownAgents = (tx: Tx, pks: readonly UnknownAgentPk[]) =>
  tx.delete(unknownAgents).where(inArray(unknownAgents.pk, [...pks]));

/** The devices that have one of the identities already, or a part of one. */
export const findDevicesOfAgents = (
  tx: ReadTx,
  company: CompanyPk,
  agents: readonly (typeof unknownAgents.$inferSelect)[],
) =>
  tx
    .select({ guid: devices.guid, publicKey: devices.publicKey })
    .from(devices)
    .where(
      and(
        eq(devices.companyFk, company),
        sql`(${inArray(
          devices.guid,
          agents.map(({ guid }) => guid),
        )} or ${inArray(
          devices.publicKey,
          agents.map(({ publicKey }) => publicKey),
        )})`,
      ),
    );
