import type { CommandRow } from '@vigil/shared/contract/http/commands';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { isWake } from '@vigil/shared/platform/wakes';
import type { Caller } from '../../../identity/sessions/caller.ts';
import type { LedgerRow } from '../service.ts';
import { selectRelatedCommands } from './queries.ts';

type Relation = Pick<CommandRow, 'wakes' | 'senders'>;
const none: Relation = { wakes: null, senders: [] };

/**
 * What belongs to the rows of a page: the senders of wakes, and the devices that packets are for. One query for all.
 */
export async function readWakeRelations(
  tx: ReadTx,
  caller: Caller,
  rows: readonly LedgerRow[],
): Promise<(row: LedgerRow) => Relation> {
  const wakes = rows.filter(isWake).map(({ id }) => id);
  const parents = [...new Set(rows.flatMap(({ parentFk }) => parentFk ?? []))];
  if (wakes.length + parents.length === 0) return () => none;
  const related = await selectRelatedCommands(tx, caller, { wakes, parents });
  const byId = new Map(related.map((row) => [row.id, row]));
  const byParent = Map.groupBy(related, ({ parentFk }) => parentFk);
  return ({ id, parentFk }) => {
    const wake = parentFk === null ? undefined : byId.get(parentFk);
    return {
      wakes: wake ? { device_pk: wake.deviceFk, device_alias: wake.deviceAlias } : null,
      senders: (byParent.get(id) ?? []).map((row) => ({
        id: row.id,
        device_pk: row.deviceFk,
        device_alias: row.deviceAlias,
        state: row.state,
        message: row.message,
      })),
    };
  };
}

/** The senders of a wake for the answer to its request; nothing for other commands. */
export const sendersIn = (related: (row: LedgerRow) => Relation, row: LedgerRow): { senders?: DevicePk[] } =>
  isWake(row) ? { senders: related(row).senders.map(({ device_pk }) => device_pk) } : {};
