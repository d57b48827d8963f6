import type { Bit } from '@vigil/shared/contract/device';
import { DEFAULT_POLICIES, type CompanyPolicies } from '@vigil/shared/platform/policies';
import { keyedHashes } from '@vigil/shared/platform/secret-box';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';

type Shown = Pick<CompanyPolicies, 'blockNum' | 'selfUnlock'>;

const REREAD_MS = 60_000;

/**
 * The lock-out policies that an unknown ID appears to have: the same each time, and over many IDs as often as
 * companies have them. If they were always the same, a limit that differs would reveal that the ID exists.
 */
export function createDecoyPolicies({ database, keyRing, now }: Deps): (typedId: string) => Promise<Shown> {
  let known: { at: number; shares: Promise<(Shown & { companies: number })[]> } | undefined;

  const readShares = () =>
    database.readOutside(async (tx) => {
      const { blockNum, selfUnlock } = DEFAULT_POLICIES;
      const rows = await tx.execute<{ block_num: number; self_unlock: Bit; companies: number }>(
        sql`select * from sign_in_policy_shares(${blockNum}, ${selfUnlock})`,
      );
      return rows.map((row) => ({ blockNum: row.block_num, selfUnlock: row.self_unlock, companies: row.companies }));
    });

  return async (typedId) => {
    if (!known || now() - known.at > REREAD_MS) known = { at: now(), shares: readShares() };
    const shares = await known.shares.catch((cause: unknown) => {
      known = undefined;
      throw cause;
    });
    const total = shares.reduce((sum, share) => sum + share.companies, 0);
    const [hash] = keyedHashes(keyRing.secret, `decoy:${typedId}`);
    let place = (Number.parseInt(hash.slice(0, 8), 16) / 0x1_0000_0000) * total;
    return shares.find((share) => (place -= share.companies) < 0) ?? DEFAULT_POLICIES;
  };
}
