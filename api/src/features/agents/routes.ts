import { copiedDeviceKeyProofText } from '@vigil/shared/contract/agent-handshake';
import {
  createEnrolToken,
  deleteEnrolToken,
  enrolAgent,
  listEnrolTokens,
  renewAgentCredential,
  enrolCopiedDevice,
} from '@vigil/shared/contract/http/agents';
import { Problem } from '@vigil/shared/contract/problems';
import { consumeAgentProof } from '@vigil/shared/platform/agent-proof';
import { queueJobsOnCommit } from '@vigil/shared/platform/changes/commit-change';
import { offeredCommandKeys } from '@vigil/shared/platform/command-keys';
import { readIndexedDevice } from '@vigil/shared/platform/fleet/fleet-index';
import { selectReleaseKeys } from '@vigil/shared/platform/releases';
import {
  createAgentCredentialSigner,
  createAgentCredentialVerifier,
  isSignedBy,
  thumbprintOf,
} from '@vigil/shared/platform/tokens';
import type { ApiConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { enrolSplitDevice } from './enrol-split-device.ts';
import { issueEnrolToken, revokeEnrolToken } from './enrol-tokens.ts';
import { findDevicePublicKey, lockBarredHardware, selectUsableEnrolTokens } from './queries.ts';
import { refuseRenewal, type Renewal } from './refuse-renewal.ts';
import { createAgentEnroller } from './service.ts';

/**
 * Where an agent connects, as the operator set it. The headers of a request do not matter: their sender could lead the
 * agent to another server, or off https.
 */
const gatewayUrl = ({ GATEWAY_URL, PUBLIC_URL }: ApiConfig): string => (GATEWAY_URL ?? PUBLIC_URL).replace(/\/+$/u, '');

export function registerAgentRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, redis, keyRing, config, now } = deps;
  const enrol = createAgentEnroller(deps);
  const limits = createRateLimits(deps);
  const signCredential = createAgentCredentialSigner(keyRing.agent);
  const verifyCredential = createAgentCredentialVerifier(keyRing.agent, { ignoreExpiration: true });
  /** Where an agent connects, and whose commands it runs. */
  const channel = { gateway_url: gatewayUrl(config), ...offeredCommandKeys(keyRing.command) };

  const releaseKeys = () => database.readOutside(selectReleaseKeys);

  routes.on(enrolAgent, async ({ body, request }) => {
    // A site may enrol thousands of devices from one address, so only failures count.
    const enrolled = await limits.runWithFailureLimit(
      'enrol',
      { address: request.ip },
      {
        work: () => enrol(body),
        isFailure: (cause) => cause instanceof Problem && cause.code === 'enrol_token_invalid',
      },
    );
    return { objects: { ...enrolled, ...channel, ...(await releaseKeys()) } };
  });

  routes.change(renewAgentCredential, {
    prepare: async ({ body }) => {
      const known = await consumeAgentProof(body, { purpose: 'renew', verifyCredential, redis, now });
      return { ...known, isIndexed: (await readIndexedDevice(redis, known.company, known.device)) !== null };
    },
    whose: (_, { company }) => company,
    rule: async (tx, { body, request }, { isIndexed, ...known }): Promise<Renewal> => {
      const stored = await findDevicePublicKey(tx, known.guid);
      if (stored?.key !== known.key)
        return refuseRenewal(tx, { known, body, publicIp: request.ip, at: new Date(now()) });
      if (body.hardware && (await lockBarredHardware(tx, stored.pk, body.hardware.id)))
        throw new Problem('new_key_required');
      // An agent also renews when a gateway did not know its device: an index without it is wrong, and is rebuilt. A
      // job that is lost is added with the next renewal, or by the workers, which compare the indexes with the rows.
      if (!isIndexed)
        queueJobsOnCommit(tx, 'fleet-index', [
          { id: `fleet-index-${known.company}-${now()}`, data: { company: known.company, rebuild: true } },
        ]);
      return { device: stored.pk };
    },
    reply: async (renewal, _call, { guid, company, key, thumbprint }) => {
      // After the commit, which stores that the agent was seen.
      if ('refusal' in renewal) throw new Problem(renewal.refusal);
      // A device that was taken in again has another number than its agent's credential.
      const credential = signCredential({ guid, device: renewal.device, company, key, thumbprint });
      return { objects: { credential, ...channel, ...(await releaseKeys()) } };
    },
  });

  routes.change(enrolCopiedDevice, {
    prepare: async ({ body }) => {
      const known = await consumeAgentProof(body, { purpose: 'new-key', verifyCredential, redis, now });
      await limits.take('new-key', { account: known.guid });
      if (!(await isSignedBy(body.new_key, copiedDeviceKeyProofText(known.guid, body.ts, body.nonce), body.new_sig)))
        throw new Problem('bad_signature');
      return known;
    },
    whose: (_, { company }) => company,
    rule: (tx, { body }, known) => enrolSplitDevice(tx, { known, body, at: new Date(now()) }),
    reply: async ({ guid, pk, alias, approval }, { body: { new_key: key } }, { company }) => {
      const credential = signCredential({ guid, device: pk, company, key, thumbprint: thumbprintOf(key) });
      return { objects: { guid, device_pk: pk, alias, approval, credential, ...channel, ...(await releaseKeys()) } };
    },
  });

  routes.on(listEnrolTokens, async ({ caller }) => {
    const rows = await database.read(caller.company, (tx) => selectUsableEnrolTokens(tx, new Date(now())));
    return {
      objects: rows.map(({ token: row, createdBy }) => ({
        pk: row.pk,
        expires_at: row.expiresAt.toISOString(),
        uses_left: row.usesLeft,
        used: row.used,
        created_by: createdBy,
        group_pk: row.groupFk,
        auto_accept: row.autoAccept,
        created_at: row.createdAt.toISOString(),
      })),
    };
  });

  routes.change(createEnrolToken, { rule: (tx, call) => issueEnrolToken(tx, call, deps) });

  routes.change(deleteEnrolToken, { rule: revokeEnrolToken });
}
