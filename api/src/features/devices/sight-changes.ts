import type { BodyOf, MetaOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import { MAX_MOVE_PREVIEW_USERS, type previewSightChanges } from '@vigil/shared/contract/http/devices';
import type { GroupPk, UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { eq } from 'drizzle-orm';
import { whereDevicePks, groupExists, selectGroupMembers, selectGroupsOfDevices } from './queries.ts';

interface AffectedUser {
  readonly pk: UserPk;
  readonly mgrid: string;
  readonly name: string;
}

/** Who gains and who loses sight of devices by a move: users see the devices of the groups that they are members of. */
export async function readSightChanges(
  tx: ReadTx,
  body: BodyOf<typeof previewSightChanges>,
): Promise<{ objects: ObjectsOf<typeof previewSightChanges>; meta: MetaOf<typeof previewSightChanges> }> {
  const target = body.new_device_group_fk;
  if (!(await groupExists(tx, target))) throw new Problem('not_found');
  const which = 'group_pk' in body ? eq(devices.groupFk, body.group_pk) : whereDevicePks(body.device_pks);
  const sources = (await selectGroupsOfDevices(tx, which)).filter((pk) => pk !== target);
  if (sources.length === 0) return { objects: { gain: [], lose: [] }, meta: { gain_count: 0, lose_count: 0 } };

  const members = new Map<UserPk, { user: AffectedUser; groups: Set<GroupPk> }>();
  for (const { group, ...user } of await selectGroupMembers(tx, [...sources, target])) {
    const known = members.get(user.pk) ?? { user, groups: new Set() };
    known.groups.add(group);
    members.set(user.pk, known);
  }
  const gain: AffectedUser[] = [];
  const lose: AffectedUser[] = [];
  for (const { user, groups } of members.values()) {
    if (!groups.has(target)) lose.push(user);
    else if (sources.some((pk) => !groups.has(pk))) gain.push(user);
  }
  return {
    objects: { gain: gain.slice(0, MAX_MOVE_PREVIEW_USERS), lose: lose.slice(0, MAX_MOVE_PREVIEW_USERS) },
    meta: { gain_count: gain.length, lose_count: lose.length },
  };
}
