import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { enrolCopiedDevice } from '@vigil/shared/contract/http/agents';
import { DeviceGuid } from '@vigil/shared/contract/ids';
import { cardAddressOf } from '@vigil/shared/contract/mac-address';
import { Problem } from '@vigil/shared/contract/problems';
import { publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { devices } from '@vigil/shared/platform/db/schema/devices';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import type { AgentCredential } from '@vigil/shared/platform/tokens';
import { offlineState, wireDevice } from '../../wire/device.ts';
import {
  findDevicesByKeys,
  flagPossibleClones,
  insertDevices,
  lockBarredHardware,
  lockEnrolment,
  lockEnrolmentGroups,
  setHardwareSuccessor,
} from './queries.ts';
import { createGroupChooser } from './service.ts';
import { isDeletionRecorded } from './unknown/queries.ts';

type Body = BodyOf<typeof enrolCopiedDevice>;
type Device = typeof devices.$inferSelect;

/**
 * Makes hardware that was split from a device a device of its own, with its new key, in the same group. It waits for
 * approval: no enrolment token speaks for it. The same new key gives the same device, because the answer may have been
 * lost.
 * @throws Problem `agent_deleted`, `device_unknown`, `conflict`, `licence_volume_exceeded`
 */
export async function enrolSplitDevice(
  tx: ChangeTx,
  { known, body, at }: { known: AgentCredential; body: Body; at: Date },
): Promise<Pick<Device, 'guid' | 'pk' | 'alias' | 'approval'>> {
  const { company } = known;
  const key = body.new_key;
  await lockEnrolment(tx, company);
  const found = await findDevicesByKeys(tx, company, [known.key, key]);
  const made = found.find(({ publicKey }) => publicKey === key);
  if (made) return made;
  const copied = found.find((device) => device.guid === known.guid);
  if (!copied) throw new Problem((await isDeletionRecorded(tx, known)) ? 'agent_deleted' : 'device_unknown');
  const { devices: count, volume } = await readLicenceUse(tx, company, at);
  if (count >= volume) throw new Problem('licence_volume_exceeded', { detail: volume });
  const { device, changes } = await addSplitDevice(tx, copied, body);
  publishFleetOnCommit(tx, changes);
  return device;
}

async function addSplitDevice(tx: Tx, copied: Device, body: Body): Promise<{ device: Device; changes: FleetChange[] }> {
  const barred = await lockBarredHardware(tx, copied.pk, body.hardware.id);
  if (!barred) throw new Problem('conflict');
  const groups = await lockEnrolmentGroups(tx, copied.companyFk, [copied.groupFk]);
  const home = groups.find((group) => group.isDefault === 1);
  if (!home) throw new Error(`company ${copied.companyFk} has no default group`);
  const groupFk = createGroupChooser(groups, home)(copied);
  // This hardware has become a device before, and has lost that key: a restored disk, or another copy.
  const earlier = barred.successorFk === null ? [] : [barred.successorFk];
  const [device] = await insertDevices(tx, [
    {
      companyFk: copied.companyFk,
      guid: DeviceGuid.parse(randomUUID()),
      publicKey: body.new_key,
      alias: body.name,
      approval: 0,
      possibleClone: earlier.length > 0 ? 1 : 0,
      hardwareId: body.hardware.id,
      groupFk,
      osId: body.dev_os_id,
      osName: body.user_os_str,
      macAddr: cardAddressOf(body.mac_addr),
      agentVersion: body.agent_version,
    },
  ]);
  if (!device) throw new Error('the device was not stored');
  await setHardwareSuccessor(tx, barred, device.pk);
  const groupName = groups.find(({ pk }) => pk === groupFk)?.name ?? '';
  const row = wireDevice({ device, groupName, configName: null, favouritePk: null }, offlineState);
  const flagged = await flagPossibleClones(tx, earlier);
  return {
    device,
    changes: [
      { t: 'device_added', device: row },
      ...flagged.map(({ pk }): FleetChange => ({ t: 'device_changed', device_pk: pk, patch: { possible_clone: 1 } })),
    ],
  };
}
