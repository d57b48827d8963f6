import { Readable } from 'node:stream';
import { agentProof } from '@vigil/shared/contract/access';
import { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { CommandId } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { consumeAgentProof } from '@vigil/shared/platform/agent-proof';
import { commitChange } from '@vigil/shared/platform/changes/commit-change';
import { createAgentCredentialVerifier } from '@vigil/shared/platform/tokens';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '../../../deps.ts';
import { claimDownload } from './queries.ts';
import { readFileChunks } from './upload.ts';

const Params = z.object({ id: CommandId });

/**
 * The file of an installation, for the device of its command: once, and only while the command runs. The device proves
 * itself with its key, so that there is no address or token which another could use.
 */
export function registerApplicationDownload(app: FastifyInstance, deps: Deps): void {
  const { database, redis, keyRing, now } = deps;
  const verifyCredential = createAgentCredentialVerifier(keyRing.agent, { ignoreExpiration: true });
  app.post(`${API_BASE}/agents/applications/:id`, { config: { access: agentProof } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const proof = AgentHandshake.safeParse(request.body);
    if (!params.success || !proof.success) throw new Problem('malformed');
    const known = await consumeAgentProof(proof.data, {
      purpose: `application:${params.data.id}`,
      verifyCredential,
      redis,
      now,
    });
    const { device, key } = known;
    const asked = { id: params.data.id, device, key, at: new Date(now()) };
    const stored = await commitChange(deps, known.company, (tx) => claimDownload(tx, asked));
    if (!stored) throw new Problem('not_found');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-length': stored.size })
      .type('application/octet-stream')
      .send(Readable.from(readFileChunks(database, stored), { objectMode: false }));
  });
}
