import { randomUUID } from 'node:crypto';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { enrolAgent } from '@vigil/shared/contract/http/agents';
import { Guid } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { devices, enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import type { Change } from '@vigil/shared/platform/fleet/change';
import { companyOf } from '@vigil/shared/platform/db/company-lookups';
import { commitFleetChange } from '@vigil/shared/platform/fleet/commit-fleet-change';
import { createCredentialSigner, hashToken, thumbprintOf } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import {
  defaultGroupOf,
  findByKey,
  findGroup,
  findTokenCompany,
  flagClones,
  insertDevice,
  lockEnrolment,
  lockToken,
  readVolume,
  spendToken,
} from './queries.ts';
import { offline, wireDevice } from '../../wire/device.ts';

type Enrolment = BodyOf<typeof enrolAgent>;
type Device = typeof devices.$inferSelect;
type Token = typeof enrolTokens.$inferSelect;

async function addDevice(tx: Tx, body: Enrolment, token: Token): Promise<{ value: Device; changes: Change[] }> {
  const company = token.companyFk;
  const { used, licensed } = await readVolume(tx, company, new Date());
  if (used >= licensed) throw new Problem('licence_volume_exceeded', { detail: licensed });
  const clones = body.mac_addr === '' ? [] : await flagClones(tx, company, body.mac_addr);
  const groupFk = token.groupFk ?? (await defaultGroupOf(tx, company));
  const device = await insertDevice(tx, {
    companyFk: company,
    guid: Guid.parse(randomUUID()),
    publicKey: body.public_key,
    alias: body.name,
    approval: token.autoAccept,
    possibleClone: clones.length > 0 ? 1 : 0,
    groupFk,
    osId: body.dev_os_id,
    osName: body.user_os_str,
    macAddr: body.mac_addr || null,
    agentVersion: body.agent_version,
  });
  const groupName = (await findGroup(tx, groupFk))?.name ?? '';
  if (token.usesLeft !== null) await spendToken(tx, token.pk);
  const added = wireDevice({ device, groupName, configName: null, favouritePk: null }, offline);
  return {
    value: device,
    changes: [
      { t: 'device_added', device: added },
      ...clones.map(({ pk }): Change => ({ t: 'device_changed', device_pk: pk, patch: { possible_clone: 1 } })),
    ],
  };
}

/**
 * Binds an agent to a company. The same key returns the same device and uses no further licence; a new key for known
 * hardware becomes a device of its own and both are flagged.
 * @throws Problem `enrol_token_invalid`, `licence_volume_exceeded`
 */
export function createEnrolment(deps: Deps) {
  const { database, keyRing, now } = deps;
  const signCredential = createCredentialSigner(keyRing.agent);

  /** The device of this key, created unless it exists. */
  const findOrAdd = async (tx: Tx, body: Enrolment): Promise<{ value: Device; changes: Change[] }> => {
    const token = await lockToken(tx, hashToken(body.enrol_token), new Date(now()));
    if (!token) throw new Problem('enrol_token_invalid');
    await lockEnrolment(tx, token.companyFk);
    const known = await findByKey(tx, token.companyFk, body.public_key);
    if (known) return { value: known, changes: [] };
    if (token.usesLeft === 0) throw new Problem('enrol_token_invalid');
    return addDevice(tx, body, token);
  };

  return async (body: Enrolment): Promise<Omit<ObjectsOf<typeof enrolAgent>, 'gateway_url'>> => {
    const hash = hashToken(body.enrol_token);
    const company = await database.inCompanyOf(companyOf.enrolToken(hash), (tx) => findTokenCompany(tx, hash));
    if (!company) throw new Problem('enrol_token_invalid');
    const { guid, pk, alias, approval } = await commitFleetChange(deps, company, (tx) => findOrAdd(tx, body));
    const key = body.public_key;
    return {
      guid,
      device_pk: pk,
      alias,
      approval,
      credential: signCredential({ guid, device: pk, company, key, thumbprint: thumbprintOf(key) }),
    };
  };
}
