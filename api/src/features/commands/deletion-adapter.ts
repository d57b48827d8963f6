import { randomUUID } from 'node:crypto';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { issueBulkCommand, issueCommand } from '@vigil/shared/contract/http/commands';
import { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { deleteDevice } from '@vigil/shared/contract/http/devices';
import { BulkId, CommandId, type DeviceGuid, type DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { callDenial } from '@vigil/shared/domain/permissions';
import type { ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { LicenceUse } from '@vigil/shared/platform/licence-gates';
import { viewerOf } from '../../access/viewer.ts';
import { variant } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { commandIdInBulk, recordCompletedDeletions } from '../../ledger/ledger.ts';
import { findCommandRow, findCommandTarget } from './queries.ts';
import type { LedgerRow } from './service.ts';

/** Deletions of devices, as their own endpoints run them. */
export interface Deletions {
  /** @throws Problem `licence_gate` */
  readonly assertNotBlocked: (caller: Caller) => Promise<void>;
  /**
   * Deletes a device with all that belongs to it.
   * @returns the use of the licences afterwards; null if there is none
   */
  readonly one: (tx: ChangeTx, caller: Caller, which: { pk: DevicePk; at: Date }) => Promise<LicenceUse | null>;
  /** What follows the commit of it. */
  readonly afterOne: (caller: Caller, use: LicenceUse) => Promise<void>;
  /** Deletes devices and records them in the ledger. A request that is repeated is answered as the first one. */
  readonly many: (caller: Caller, request: DeletionOfMany) => Promise<ObjectsOf<typeof runBulkDeviceAction>>;
}

interface DeletionOfMany {
  readonly id: BulkId;
  readonly pks: readonly DevicePk[];
  readonly confirm: number | undefined;
}

/**
 * `type: 'delete'` of the endpoints of commands: a deletion, which is recorded in the ledger as done. No agent has to
 * agree to it. Who may call the endpoints of deletions may do it.
 */
export function createDeletionAdapter(deletions: Deletions, now: () => number) {
  return {
    one: async (
      caller: Caller,
      { guid, id = CommandId.parse(randomUUID()) }: { guid: DeviceGuid; id?: CommandId | undefined },
    ) => {
      const denial = callDenial(viewerOf(caller), deleteDevice);
      if (denial) throw new Problem('not_allowed', denial);
      await deletions.assertNotBlocked(caller);
      return variant<typeof issueCommand, { state: LedgerRow['state']; use: LicenceUse | null }>({
        rule: async (tx) => {
          const at = new Date(now());
          const target = await findCommandTarget(tx, caller, guid);
          const use = target ? await deletions.one(tx, caller, { pk: target.pk, at }) : null;
          if (target && use) {
            const recorded = await recordCompletedDeletions(tx, caller, { deletions: [{ id, target }], at });
            if (recorded === 0) throw new Problem('conflict', { field: 'body.id' });
            return { state: 'done', use };
          }
          // The device is gone, maybe by the same request on another connection: a repetition is answered as the first
          // one.
          const stored = await findCommandRow(tx, id);
          if (!stored) throw new Problem('not_found');
          if (stored.type !== 'delete' || stored.issuedBy !== caller.user)
            throw new Problem('conflict', { field: 'body.id' });
          return { state: stored.state, use: null };
        },
        reply: async ({ state, use }) => {
          if (use) await deletions.afterOne(caller, use);
          return { objects: { id, state } };
        },
      });
    },
    many: async (
      caller: Caller,
      { device_pks, confirm, bulk_id }: BodyOf<typeof issueBulkCommand>,
    ): Promise<ObjectsOf<typeof issueBulkCommand>> => {
      const denial = callDenial(viewerOf(caller), runBulkDeviceAction);
      if (denial) throw new Problem('not_allowed', denial);
      const id = BulkId.parse(bulk_id ?? randomUUID());
      const { done, refused } = await deletions.many(caller, { id, pks: [...new Set(device_pks)], confirm });
      const rows = done.map((pk) => ({ id: commandIdInBulk(id, 'delete', pk), device_pk: pk, state: 'done' as const }));
      return { bulk_id: id, commands: rows.toSorted((a, b) => a.device_pk - b.device_pk), refused };
    },
  };
}
