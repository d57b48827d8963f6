import { sightKey } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { PageQuery } from '@vigil/shared/platform/db/select-page';
import type { Caller } from '../identity/sessions/caller.ts';
import { readFleetVersion } from './fleet-version.ts';

/**
 * What decides which rows of the histories a caller sees. Administrators of a company see the same rows; of others,
 * devices may come into sight or leave it at any time.
 */
export async function readHistoryScope(tx: ReadTx, { company, user, sight, token }: Caller): Promise<string> {
  if (sight === 'all') return JSON.stringify([company]);
  const limited = (token?.groupLimit ?? null) !== null;
  return JSON.stringify([company, sightKey(sight), user, limited, await readFleetVersion(tx, company)]);
}

/** The filter of a query: what its pages have in common. */
export function filterKeyOf(query: PageQuery): string {
  const { by: _by, order: _order, limit: _limit, offset: _offset, after: _after, ...filter } = query;
  return JSON.stringify(filter);
}
