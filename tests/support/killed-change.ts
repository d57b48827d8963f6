import { CompanyPk } from '@vigil/shared/contract/ids';
import { readPublishedFleetVersion } from '@vigil/shared/platform/fleet/outbox';
import { createLog } from '@vigil/shared/platform/log';
import { connectRedis } from '@vigil/shared/platform/redis/redis';
import type postgres from 'postgres';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { Stack } from './stack.ts';

const company = CompanyPk.parse(1);

/** As Redis names the users of its connections. */
const connectionsOf = { api: /\buser=vigil-api\b/u, workers: /\buser=vigil-workers\b/u } as const;

/** Longer than a program takes from its commit to its end. */
const PAUSE_MS = 60_000;

type LockedTable = 'announcements' | 'command_steps' | 'exports' | 'mails';

/** What a change does last: held there, it waits right before its commit. */
export interface LastStep {
  readonly hold: (tx: postgres.TransactionSql) => Promise<unknown>;
  readonly statement: string;
  /** Has a row of the change afterwards. */
  readonly table: LockedTable | 'outbox';
}

/** A change of the fleet is numbered. */
export const numbering: LastStep = {
  hold: (tx) => tx`select 1 from companies where pk = ${company} for no key update`,
  statement: 'update "companies"%',
  table: 'outbox',
};

export const insertingInto = (table: LockedTable): LastStep => ({
  hold: (tx) => tx`lock table ${tx(table)} in share mode`,
  statement: `%insert into "${table}" %`,
  table,
});

export const sizeOf = async (sql: postgres.Sql, table: LastStep['table']) =>
  Number((await sql`select count(*) from ${sql(table)}`)[0]?.['count']);

/**
 * Runs a change of the first company, and kills the program that makes it after its commit, before anything of it was
 * published: what the program sends to Redis from the commit on is held back, and dropped with its connection.
 */
export async function killBeforePublication(
  { stack, sql, program = 'api' }: { stack: Stack; sql: postgres.Sql; program?: keyof typeof connectionsOf },
  change: () => Promise<unknown>,
  last: LastStep,
): Promise<void> {
  await using redis = await connectRedis(stack.redis.url, createLog('test', 'silent'));
  const published = await readPublishedFleetVersion(redis, company);
  const before = await sizeOf(sql, last.table);
  try {
    await sql.begin(async (tx) => {
      await last.hold(tx);
      let refused: unknown;
      change().catch((cause: unknown) => (refused = cause));
      await eventually(async () => {
        const [waiting] =
          await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${last.statement}`;
        expect({ waiting, refused }).toMatchObject({ waiting: expect.anything() as unknown });
      });
      // Redis drops what it holds back together with its connection. A Redis that stands still would take the command
      // into its buffer, and execute it for the dead program when it goes on.
      await redis.commands.clientPause(PAUSE_MS, 'WRITE');
    });
    await eventually(async () => expect(await sizeOf(sql, last.table)).toBeGreaterThan(before));
    for (const server of program === 'api' ? [stack.api] : stack.workers) await server.kill();
    await eventually(async () => {
      const connections: unknown = await redis.commands.sendCommand(['CLIENT', 'LIST']);
      expect(connections).not.toMatch(connectionsOf[program]);
    });
    // Others, of a fleet that has just connected, may be published by workers meanwhile.
    if (last.table === 'outbox') expect(await readPublishedFleetVersion(redis, company)).toBe(published);
  } finally {
    await redis.commands.clientUnpause();
  }
}
