import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { replaceDeviceTags } from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { hasSameTags, uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { deviceChangesOf, type FleetChange } from '@vigil/shared/platform/fleet/change';
import type { Actor } from '../../access/viewer.ts';
import type { Call } from '../../http/routes.ts';
import type { StoredDevice } from '../../wire/device.ts';
import { whereDevicePk, lockDevices, selectDevices, updateTags } from './queries.ts';

interface Tagged {
  readonly row: StoredDevice;
  /** What it is to have. */
  readonly tags: readonly string[];
}

const listOf = (tags: readonly string[]): string => tags.join(', ');

/** Writes the tags of devices that have others now, and audits it. */
export async function writeChangedTags(tx: Tx, actor: Actor, wanted: readonly Tagged[]): Promise<FleetChange[]> {
  const changing = wanted.filter(({ row, tags }) => !hasSameTags(row.device.tags, tags));
  if (changing.length === 0) return [];
  await updateTags(tx, new Map(changing.map(({ row, tags }) => [row.device.pk, tags])));
  await writeAudits(
    tx,
    actor,
    changing.map(({ row, tags }) => ({
      code: auditCode.tags,
      type: auditTypeIds.action,
      subject: { device: row.device.pk },
      oldValue: listOf(row.device.tags),
      newValue: listOf(tags),
    })),
  );
  return deviceChangesOf(changing.map(({ row, tags }) => ({ pk: row.device.pk, patch: { tags } })));
}

/**
 * Replaces the tags of a device. Two users who change them at once, each of whom expects what was there before, do not
 * undo each other.
 */
export async function setTags(
  tx: ChangeTx,
  { caller, params: { pk }, body: { tags, expected } }: Call<typeof replaceDeviceTags>,
): Promise<DevicePk> {
  await lockDevices(tx, [pk]);
  const [row] = await selectDevices(tx, caller, whereDevicePk(pk));
  if (!row) throw new Problem('not_found');
  if (expected && !hasSameTags(row.device.tags, uniqueTagsIgnoringCase(expected)))
    throw new Problem('conflict', { field: 'tags' });
  publishFleetOnCommit(tx, await writeChangedTags(tx, caller, [{ row, tags: uniqueTagsIgnoringCase(tags) }]));
  return pk;
}
