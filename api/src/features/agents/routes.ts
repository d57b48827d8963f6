import { eq } from 'drizzle-orm';
import {
  createEnrolToken,
  deleteEnrolToken,
  enrolAgent,
  listEnrolTokens,
  renewAgent,
} from '@vigil/shared/contract/http/agents';
import { Problem } from '@vigil/shared/contract/problems';
import { checkAgentProof } from '@vigil/shared/platform/agent-proof';
import { deviceGroups, devices, enrolTokens } from '@vigil/shared/platform/db/schema/devices';
import { readIndexedDevice } from '@vigil/shared/platform/fleet/fleet-index';
import {
  createCredentialSigner,
  createCredentialVerifier,
  hashToken,
  randomToken,
} from '@vigil/shared/platform/tokens';
import type { Deps } from '../../deps.ts';
import type { Routes } from '../../http/routes.ts';
import { createEnrolment } from './service.ts';
import { gatewayUrlFor } from './gateway-url.ts';
import { selectUsableTokens } from './queries.ts';

const HOUR_MS = 3_600_000;

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
    const [device] = await database.inCompany(known.company, (tx) =>
      tx.select({ key: devices.publicKey }).from(devices).where(eq(devices.guid, known.guid)),
    );
    if (device?.key !== known.key) throw new Problem('agent_deleted');
    const { guid, device: pk, company, key, thumbprint } = known;
    // An agent also asks when a gateway did not know its device: an index that lacks it is wrong, and is built anew.
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
      if (body.group_pk !== undefined) {
        const [group] = await tx.select().from(deviceGroups).where(eq(deviceGroups.pk, body.group_pk));
        if (!group) throw new Problem('not_found', { field: 'group_pk' });
      }
      const [row] = await tx
        .insert(enrolTokens)
        .values({
          companyFk: caller.company,
          tokenHash: hashToken(token),
          groupFk: body.group_pk ?? null,
          autoAccept: body.auto_accept ? 1 : 0,
          usesLeft: body.uses ?? null,
          createdBy: caller.user,
          expiresAt,
        })
        .returning({ pk: enrolTokens.pk });
      if (!row) throw new Error('the token was not stored');
      return row.pk;
    });
    return { objects: { pk, enrol_token: token, expires_at: expiresAt.toISOString() } };
  });

  routes.on(deleteEnrolToken, async ({ caller, params }) => {
    const gone = await database.inCompany(caller.company, (tx) =>
      tx.delete(enrolTokens).where(eq(enrolTokens.pk, params.pk)).returning({ pk: enrolTokens.pk }),
    );
    if (gone.length === 0) throw new Problem('not_found');
    return { objects: [params.pk] };
  });
}
