import {
  createEnrolToken,
  deleteEnrolToken,
  enrolAgent,
  listEnrolTokens,
  renewAgent,
} from '@vigil/shared/contract/http/agents';
import { Problem } from '@vigil/shared/contract/problems';
import { checkAgentProof } from '@vigil/shared/platform/agent-proof';
import { readIndexedDevice } from '@vigil/shared/platform/fleet/fleet-index';
import {
  createCredentialSigner,
  createCredentialVerifier,
  hashToken,
  randomToken,
} from '@vigil/shared/platform/tokens';
import type { ApiConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { createLimits } from '../../http/rate-limits.ts';
import type { Routes } from '../../http/routes.ts';
import { deleteToken, findGroup, findKeyOf, insertToken, selectUsableTokens } from './queries.ts';
import { createEnrolment } from './service.ts';

const HOUR_MS = 3_600_000;

/**
 * Where an agent connects, as the operator set it. The headers of a request do not matter: their sender could lead the
 * agent to another server, or off https.
 */
const gatewayUrl = ({ GATEWAY_URL, PUBLIC_URL }: ApiConfig): string => (GATEWAY_URL ?? PUBLIC_URL).replace(/\/+$/u, '');

export function registerAgentRoutes(routes: Routes, deps: Deps): void {
  const { database, redis, queues, keyRing, config, now } = deps;
  const enrol = createEnrolment(deps);
  const limits = createLimits(deps);
  const signCredential = createCredentialSigner(keyRing.agent);
  const verifyCredential = createCredentialVerifier(keyRing.agent, { ignoreExpiration: true });

  routes.on(enrolAgent, async ({ body, request }) => {
    // A site may enrol thousands of devices from one address, so only failures count.
    const failures = { address: request.ip };
    await limits.assertLeft('enrol', failures);
    const enrolled = await enrol(body).catch(async (cause: unknown) => {
      if (cause instanceof Problem && cause.code === 'enrol_token_invalid') await limits.take('enrol', failures);
      throw cause;
    });
    return { objects: { ...enrolled, gateway_url: gatewayUrl(config) } };
  });

  routes.on(renewAgent, async ({ body }) => {
    const known = await checkAgentProof(body, { verifyCredential, redis, now });
    const stored = await database.inCompany(known.company, (tx) => findKeyOf(tx, known.guid));
    if (stored !== known.key) throw new Problem('agent_deleted');
    const { guid, device: pk, company, key, thumbprint } = known;
    // An agent also renews when a gateway did not know its device: an index without it is wrong, and is rebuilt.
    if ((await readIndexedDevice(redis, company, pk)) === null) {
      await queues.add('fleet-index', [{ id: `fleet-index-${company}-${now()}`, data: { company, rebuild: true } }]);
    }
    const credential = signCredential({ guid, device: pk, company, key, thumbprint });
    return { objects: { credential, gateway_url: gatewayUrl(config) } };
  });

  routes.on(listEnrolTokens, async ({ caller }) => {
    const rows = await database.inCompany(caller.company, (tx) => selectUsableTokens(tx, new Date(now())));
    return {
      objects: rows.map((row) => ({
        pk: row.pk,
        expires_at: row.expiresAt.toISOString(),
        uses_left: row.usesLeft,
        group_pk: row.groupFk,
        auto_accept: row.autoAccept,
        created_at: row.createdAt.toISOString(),
      })),
    };
  });

  routes.on(createEnrolToken, async ({ caller, body }) => {
    const token = randomToken();
    const expiresAt = new Date(now() + body.expires_in_h * HOUR_MS);
    const pk = await database.inCompany(caller.company, async (tx) => {
      if (body.group_pk !== undefined && !(await findGroup(tx, body.group_pk)))
        throw new Problem('not_found', { field: 'group_pk' });
      return insertToken(tx, {
        companyFk: caller.company,
        tokenHash: hashToken(token),
        groupFk: body.group_pk ?? null,
        autoAccept: body.auto_accept ? 1 : 0,
        usesLeft: body.uses,
        createdBy: caller.user,
        expiresAt,
      });
    });
    return { objects: { pk, enrol_token: token, expires_at: expiresAt.toISOString() } };
  });

  routes.on(deleteEnrolToken, async ({ caller, params }) => {
    const removed = await database.inCompany(caller.company, (tx) => deleteToken(tx, params.pk));
    if (removed.length === 0) throw new Problem('not_found');
    return { objects: [params.pk] };
  });
}
