import { DeviceGuid, type CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import type { CommandType } from '@vigil/shared/contract/names';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { eq } from 'drizzle-orm';
import type { WorkersTestContext } from './test-workers.ts';

interface CommandToSign {
  readonly id: CommandId;
  readonly type: CommandType;
  readonly device: DevicePk;
  readonly deadline: Date;
}

/** The columns of a command that the API adds: its signature, and the arguments that it covers. */
export async function signCommand({ deps }: WorkersTestContext, { id, type, device, deadline }: CommandToSign) {
  const [row] = await deps.database.asSystem((tx) =>
    tx.select({ guid: devices.guid }).from(devices).where(eq(devices.pk, device)),
  );
  const args = {};
  const made = await deps.commandSigner.sign({ id, type, args, deadline, guid: DeviceGuid.parse(row?.guid) });
  return { args, keyId: made.key_id, signature: made.signature };
}
