import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

interface HeldStatement {
  readonly before: 'insert' | 'update' | 'delete';
  readonly table: string;
  /** A condition on the row, in SQL. */
  readonly when: string;
}

interface HeldProgram extends AsyncDisposable {
  /** Waits until a program waits in the statement. */
  reached(): Promise<void>;
}

/** Programs wait in a statement on a row of a table, with their transaction open, until this is disposed. */
export async function holdStatement(sql: postgres.Sql, { before, table, when }: HeldStatement): Promise<HeldProgram> {
  const lock = randomInt(1_000_000_000);
  const name = `held_${lock}`;
  const connection = await sql.reserve();
  await connection`select pg_advisory_lock(${lock})`;
  await sql.unsafe(`
    create function ${name}() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${lock}); return coalesce(new, old); end $$;
    create trigger ${name} before ${before} on ${table} for each row when (${when}) execute function ${name}();`);
  return {
    async reached() {
      await eventually(async () =>
        expect(
          await sql`select 1 from pg_locks where locktype = 'advisory' and objid = ${lock} and not granted`,
        ).toHaveLength(1),
      );
    },
    async [Symbol.asyncDispose]() {
      await connection`select pg_advisory_unlock(${lock})`;
      connection.release();
      // A killed program has left the statement as soon as its connection is gone.
      await sql.unsafe(`drop trigger ${name} on ${table}; drop function ${name}();`);
    },
  };
}
