import type { GroupPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { groupsInSight } from '@vigil/shared/domain/sight';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { whereKeyIn } from '@vigil/shared/platform/db/has-key';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import type { Caller } from '../identity/sessions/caller.ts';

/** What a user saves names groups that the user sees. @throws Problem `not_found` */
export async function assertGroupsInSight(tx: ReadTx, { sight }: Caller, pks: readonly GroupPk[]): Promise<void> {
  const groups = groupsInSight(sight);
  const seen = new Set(groups === 'all' ? await selectExistingGroups(tx, pks) : groups);
  if (!pks.every((pk) => seen.has(pk))) throw new Problem('not_found', { field: 'body.group_pks' });
}

const selectExistingGroups = async (tx: ReadTx, pks: readonly GroupPk[]): Promise<GroupPk[]> =>
  (await tx.select({ pk: deviceGroups.pk }).from(deviceGroups).where(whereKeyIn(deviceGroups.pk, pks))).map(
    ({ pk }) => pk,
  );
