import { customType, smallint, timestamp } from 'drizzle-orm/pg-core';
import type { Bit } from '../../../contract/device.ts';

/** A point in time. */
export const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/** 0 or 1, as the specification writes flags. */
export const bitColumn = (name: string, fallback: Bit = 0) => smallint(name).$type<Bit>().notNull().default(fallback);

export const bytesColumn = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
