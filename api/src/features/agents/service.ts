import { randomUUID } from 'node:crypto';
import type { Bit } from '@vigil/shared/contract/device';
import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { enrolAgent } from '@vigil/shared/contract/http/agents';
import { DeviceGuid, type CompanyPk, type GroupPk } from '@vigil/shared/contract/ids';
import { cardAddressOf } from '@vigil/shared/contract/mac-address';
import { Problem } from '@vigil/shared/contract/problems';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import { isBadData } from '@vigil/shared/platform/db/bad-data';
import type { Tx } from '@vigil/shared/platform/db/client';
import { companyLookups } from '@vigil/shared/platform/db/company-lookups';
import type { devices, enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import type { FleetChange } from '@vigil/shared/platform/fleet/change';
import { readLicenceUse, type LicenceUse } from '@vigil/shared/platform/licence-gates';
import { createAgentCredentialSigner, hashToken, thumbprintOf } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import { offlineState, wireDevice } from '../../wire/device.ts';
import { createBatcher } from './batcher.ts';
import {
  recordTokenUses,
  findDevicesByKeys,
  findKnownMacs,
  findEnrolTokenCompany,
  flagClonesByMac,
  insertDevices,
  lockEnrolment,
  lockEnrolmentGroups,
  lockUnexpiredEnrolTokens,
} from './queries.ts';

type Enrolment = BodyOf<typeof enrolAgent>;
type Device = typeof devices.$inferSelect;
type Token = typeof enrolTokens.$inferSelect;

/** Devices of one transaction; more would keep the first of them waiting. */
const MAX_BATCH = 200;

/** A site uses one token for thousands of devices. */
const MAX_KNOWN_TOKENS = 1_000;

/** A device to be added, and the token that admits it. */
interface Admitted {
  readonly body: Enrolment;
  readonly token: Token;
}

/** What was found for a batch of enrolments, under the lock of their company. */
interface Found {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly known: ReadonlyMap<string, Device>;
  readonly use: LicenceUse;
}

async function readFound(
  tx: Tx,
  { company, bodies, at }: { company: CompanyPk; bodies: readonly Enrolment[]; at: Date },
): Promise<Found> {
  const hashes = [...new Set(bodies.map((body) => hashToken(body.enrol_token)))];
  const keys = bodies.map((body) => body.public_key);
  const [tokens, known, use] = await Promise.all([
    lockUnexpiredEnrolTokens(tx, hashes, at),
    findDevicesByKeys(tx, company, keys),
    readLicenceUse(tx, company, at),
  ]);
  return {
    tokens: new Map(tokens.map((token) => [token.tokenHash, token])),
    known: new Map(known.map((device) => [device.publicKey, device])),
    use,
  };
}

/** Decides about each enrolment in its turn: the known device, the place of one to be added, or why it is refused. */
function decide(bodies: readonly Enrolment[], { tokens, known, use }: Found) {
  const admitted = new Map<string, Admitted>();
  const uses = new Map<Token, number>();
  const refusals = bodies.map(({ public_key, enrol_token }, i): Problem | null => {
    const token = tokens.get(hashToken(enrol_token));
    if (!token) return new Problem('enrol_token_invalid');
    if (known.has(public_key) || admitted.has(public_key)) return null;
    const used = uses.get(token) ?? 0;
    if (token.usesLeft !== null && used >= token.usesLeft) return new Problem('enrol_token_invalid');
    if (use.devices + admitted.size >= use.volume)
      return new Problem('licence_volume_exceeded', { detail: use.volume });
    uses.set(token, used + 1);
    admitted.set(public_key, { body: bodies[i]!, token });
    return null;
  });
  return { admitted: [...admitted.values()], uses, refusals };
}

type LockedGroup = Awaited<ReturnType<typeof lockEnrolmentGroups>>[number];

/**
 * Returns a function that chooses the group of each next device: that of its token, or the default group when that one
 * is full (decision 96).
 */
export function createGroupChooser(
  groups: readonly LockedGroup[],
  home: LockedGroup,
): (wanted: Pick<Token, 'groupFk'>) => GroupPk {
  const counts = new Map(groups.map(({ pk, count }) => [pk, count]));
  return ({ groupFk }) => {
    const group = groups.find(({ pk }) => pk === groupFk) ?? home;
    const count = counts.get(group.pk) ?? 0;
    if (group.limit > 0 && count >= group.limit) return home.pk;
    counts.set(group.pk, count + 1);
    return group.pk;
  };
}

/** Adds devices. Those that claim hardware of another device are flagged, and that device, too. */
async function addDevices(
  tx: Tx,
  company: CompanyPk,
  admitted: readonly Admitted[],
): Promise<{ added: Device[]; changes: FleetChange[] }> {
  if (admitted.length === 0) return { added: [], changes: [] };
  const macs = admitted.flatMap(({ body }) => cardAddressOf(body.mac_addr) ?? []);
  const repeated = macs.filter((mac, i) => macs.indexOf(mac) !== i);
  const [known, groups] = await Promise.all([
    findKnownMacs(tx, company, macs),
    lockEnrolmentGroups(
      tx,
      company,
      admitted.flatMap(({ token }) => token.groupFk ?? []),
    ),
  ]);
  const home = groups.find((group) => group.isDefault === 1);
  if (!home) throw new Error(`company ${company} has no default group`);
  const groupFor = createGroupChooser(groups, home);
  const nameOf = new Map(groups.map((group) => [group.pk, group.name]));
  // Both the group of the token and the one that a device gets when that is full: a full group is no way around its
  // approval.
  const confirmed = new Set(groups.filter(({ flagConfirm }) => flagConfirm === 1).map(({ pk }) => pk));
  const approvalIn = (token: Token, group: GroupPk): Bit =>
    confirmed.has(group) || (token.groupFk !== null && confirmed.has(token.groupFk)) ? 0 : token.autoAccept;
  const clones = new Set([...known, ...repeated]);
  const flagged = known.size > 0 ? await flagClonesByMac(tx, company, [...known]) : [];
  const added = await insertDevices(
    tx,
    admitted.map(({ body, token }) => {
      const groupFk = groupFor(token);
      return {
        companyFk: company,
        guid: DeviceGuid.parse(randomUUID()),
        publicKey: body.public_key,
        alias: body.name,
        approval: approvalIn(token, groupFk),
        possibleClone: clones.has(body.mac_addr) ? 1 : 0,
        groupFk,
        osId: body.dev_os_id,
        osName: body.user_os_str,
        macAddr: cardAddressOf(body.mac_addr),
        agentVersion: body.agent_version,
      } as const;
    }),
  );
  const rows = added.map((device) =>
    wireDevice(
      { device, groupName: nameOf.get(device.groupFk) ?? '', configName: null, favouritePk: null },
      offlineState,
    ),
  );
  return {
    added,
    changes: [
      ...rows.map((device): FleetChange => ({ t: 'device_added', device })),
      ...flagged.map(({ pk }): FleetChange => ({ t: 'device_changed', device_pk: pk, patch: { possible_clone: 1 } })),
    ],
  };
}

/**
 * Binds agents to companies. The same key returns the same device and uses no further licence; a new key for known
 * hardware becomes a device of its own and both are flagged. What arrives while a company's last enrolments are written
 * is written in one transaction after them, because each holds the locks that keep tokens and licences from being
 * exceeded.
 * @throws Problem `enrol_token_invalid`, `licence_volume_exceeded`
 */
export function createAgentEnroller(deps: Deps) {
  const { database, keyRing, now } = deps;
  const signCredential = createAgentCredentialSigner(keyRing.agent);

  const enrolAll = (company: CompanyPk, bodies: readonly Enrolment[]): Promise<(Device | Problem)[]> =>
    commitChange(deps, company, async (tx) => {
      await lockEnrolment(tx, company);
      const found = await readFound(tx, { company, bodies, at: new Date(now()) });
      const { admitted, uses, refusals } = decide(bodies, found);
      const { added, changes } = await addDevices(tx, company, admitted);
      await Promise.all([...uses].map(([token, count]) => recordTokenUses(tx, token.pk, count)));
      const devicesByKey = new Map([...found.known.values(), ...added].map((device) => [device.publicKey, device]));
      const value = bodies.map(({ public_key }, i) => refusals[i] ?? devicesByKey.get(public_key)!);
      publishFleetOnCommit(tx, changes);
      return value;
    });

  const enrol = createBatcher<CompanyPk, Enrolment, Device>(MAX_BATCH, async (company, bodies) => {
    try {
      return await enrolAll(company, bodies);
    } catch (cause) {
      if (!isBadData(cause) || bodies.length === 1) throw cause;
      // One of them cannot be stored: it must not take the others with it.
      const outcomes: (Device | Error)[] = [];
      for (const body of bodies) {
        const alone = await enrolAll(company, [body]).catch((failure: Error) => [failure]);
        outcomes.push(...alone);
      }
      return outcomes;
    }
  });

  /** The company of a token never changes; whether the token is still valid is decided under its lock. */
  const companies = new Map<string, CompanyPk>();
  const companyOfToken = async (hash: string): Promise<CompanyPk> => {
    const known = companies.get(hash);
    if (known !== undefined) return known;
    const company = await database.readOf(companyLookups.enrolToken(hash), (tx) => findEnrolTokenCompany(tx, hash));
    if (company === undefined) throw new Problem('enrol_token_invalid');
    if (companies.size >= MAX_KNOWN_TOKENS) companies.clear();
    companies.set(hash, company);
    return company;
  };

  return async (body: Enrolment): Promise<Omit<ObjectsOf<typeof enrolAgent>, 'gateway_url'>> => {
    const company = await companyOfToken(hashToken(body.enrol_token));
    const { guid, pk, alias, approval } = await enrol(company, body);
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
