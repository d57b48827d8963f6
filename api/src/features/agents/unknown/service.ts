import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import { cutText } from '@vigil/shared/contract/cut-text';
import type { OsId } from '@vigil/shared/contract/device';
import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { readmitUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import { MAX_DEVICE_NAME } from '@vigil/shared/contract/limits';
import { cardAddressOf } from '@vigil/shared/contract/mac-address';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { publishFleetOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { unknownAgents } from '@vigil/shared/platform/db/schema/agent-identities';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readLicenceUse } from '@vigil/shared/platform/licence-gates';
import type { Call } from '../../../http/routes.ts';
import { offlineState, wireDevice } from '../../../wire/device.ts';
import { insertDevices, lockEnrolment, lockEnrolmentGroups } from '../queries.ts';
import { deleteUnknownAgents, findDevicesOfAgents, lockUnknownAgents } from './queries.ts';

type Agent = typeof unknownAgents.$inferSelect;

/** The systems as agents write them; the agent says which it is exactly when it connects. */
const systems: readonly (readonly [OsId, RegExp])[] = [
  [1, /windows/iu],
  [3, /mac\s?os|darwin/iu],
  [4, /android/iu],
  [5, /\bios\b/iu],
  [2, /./u],
];
const osIdOf = ({ osName }: Agent): OsId => systems.find(([, pattern]) => pattern.test(osName))?.[0] ?? 0;

/** Agents without a name of their host are named after their identity. */
const nameOf = ({ name, guid }: Agent): string => cutText(name.trim(), MAX_DEVICE_NAME).trim() || guid;

/** Takes agents in again, with the identities and keys that they have. */
export async function readmitAgents(
  tx: ChangeTx,
  { caller, body }: Call<typeof readmitUnknownAgents>,
  at: Date,
): Promise<ObjectsOf<typeof readmitUnknownAgents>> {
  const { company } = caller;
  await lockEnrolment(tx, company);
  const listed = await lockUnknownAgents(tx, body.pks);
  if (listed.length === 0) throw new Problem('not_found');
  const agents = await leaveOutUsedIdentities(tx, company, listed);
  const { devices: count, volume } = await readLicenceUse(tx, company, at);
  if (count + agents.length > volume) throw new Problem('licence_volume_exceeded', { detail: volume });
  const [home] = (await lockEnrolmentGroups(tx, company, [])).filter(({ isDefault }) => isDefault === 1);
  if (!home) throw new Error(`company ${company} has no default group`);
  const added =
    agents.length === 0
      ? []
      : await insertDevices(
          tx,
          agents.map(
            (agent) =>
              ({
                companyFk: company,
                guid: agent.guid,
                publicKey: agent.publicKey,
                alias: nameOf(agent),
                approval: home.flagConfirm === 1 ? 0 : 1,
                hardwareId: agent.hardwareId,
                groupFk: home.pk,
                osId: osIdOf(agent),
                osName: agent.osName,
                macAddr: cardAddressOf(agent.macAddr),
                agentVersion: agent.agentVersion,
              }) as const,
          ),
        );
  await deleteUnknownAgents(
    tx,
    listed.map(({ pk }) => pk),
  );
  await writeAudits(
    tx,
    caller,
    added.map(({ pk, guid, alias }) => ({
      code: auditCode.agentReadmitted,
      type: auditTypeIds.action,
      subject: { device: pk },
      newValue: `${alias} ${guid}`,
    })),
  );
  publishFleetOnCommit(
    tx,
    added.map((device): FleetChange => ({
      t: 'device_added',
      device: wireDevice({ device, groupName: home.name, configName: null, favouritePk: null }, offlineState),
    })),
  );
  return agents.flatMap(({ pk, guid }) => {
    const device = added.find((row) => row.guid === guid);
    return device ? [{ pk, device_pk: device.pk }] : [];
  });
}

/**
 * Those whose identity no device has, one for each: a restored database may have brought some back since they were
 * seen.
 */
async function leaveOutUsedIdentities(
  tx: ChangeTx,
  company: Agent['companyFk'],
  listed: readonly Agent[],
): Promise<Agent[]> {
  const known = await findDevicesOfAgents(tx, company, listed);
  const used = new Set<string>(known.flatMap(({ guid, publicKey }) => [guid, publicKey]));
  return listed.filter(({ guid, publicKey }) => {
    if (used.has(guid) || used.has(publicKey)) return false;
    used.add(guid).add(publicKey);
    return true;
  });
}
