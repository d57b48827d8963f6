import { bigserial, index, pgTable, smallint } from 'drizzle-orm/pg-core';
import { timestampColumn } from './columns.ts';

/** One row: when workers last saw Redis and a gateway that is alive. */
export const serverHeartbeat = pgTable('server_heartbeat', {
  pk: smallint('pk').primaryKey(),
  at: timestampColumn('at').notNull(),
});

/** When nobody could see whether devices were connected, because gateways, workers or Redis were away. */
export const serverAbsences = pgTable(
  'server_absences',
  {
    pk: bigserial('pk', { mode: 'number' }).primaryKey(),
    from: timestampColumn('away_from').notNull(),
    until: timestampColumn('away_until').notNull(),
  },
  (t) => [index('server_absences_until').on(t.until)],
);
