import type { FastifyRequest } from 'fastify';
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
import type { Routes } from '../../http/routes.ts';
import { deleteToken, findGroup, findKeyOf, insertToken, selectUsableTokens } from './queries.ts';
import { createEnrolment } from './service.ts';

const HOUR_MS = 3_600_000;

/**
 * Where an agent connects: where the operator says, or else where this agent reached the API. A fixed default would be
 * wrong for half of them: the localhost of one device is not that of another.
 */
const gatewayUrlFor = ({ GATEWAY_URL }: ApiConfig, request: FastifyRequest): string =>
  GATEWAY_URL ?? `${request.protocol}://${request.host}`;

export function registerAgentRoutes(routes: Routes, deps: Deps): void {
  const { database, redis, queues, keyRing, config, now } = deps;
  const enrol = createEnrolment(deps);
  const signCredential = createCredentialSigner(keyRing.agent);
  const verifyCredential = createCredentialVerifier(keyRing.agent, { ignoreExpiration: true });

  routes.on(enrolAgent, async ({ body, request }) => ({
    objects: { ...(await enrol(body)), gateway_url: gatewayUrlFor(config, request) },
  }));

  routes.on(renewAgent, async ({ body, request }) => {
    const known = await checkAgentProof(body, { verifyCredential, redis, now });
    const stored = await database.inCompany(known.company, (tx) => findKeyOf(tx, known.guid));
    if (stored !== known.key) throw new Problem('agent_deleted');
    const { guid, device: pk, company, key, thumbprint } = known;
    // An agent also renews when a gateway did not know its device: an index without it is wrong, and is rebuilt.
    if ((await readIndexedDevice(redis, company, pk)) === null) {
      await queues.add('fleet-index', [{ id: `fleet-index-${company}-${now()}`, data: { company, rebuild: true } }]);
    }
    const credential = signCredential({ guid, device: pk, company, key, thumbprint });
    return { objects: { credential, gateway_url: gatewayUrlFor(config, request) } };
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
        usesLeft: body.uses ?? null,
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
