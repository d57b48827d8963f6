import { Readable } from 'node:stream';
import { agentProof } from '@vigil/shared/contract/access';
import { commandArgs } from '@vigil/shared/contract/command';
import { CommandId, type DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { releaseFileFor, ReleaseRequest, releaseSystemOfOs, type ReleaseFile } from '@vigil/shared/contract/release';
import { deliveredCommandStates } from '@vigil/shared/domain/command-life';
import { consumeAgentProof } from '@vigil/shared/platform/agent-proof';
import type { CompanyDatabase, ReadTx } from '@vigil/shared/platform/db/client';
import { commands } from '@vigil/shared/platform/db/schema/commands';
import { devices } from '@vigil/shared/platform/db/schema/devices';
import { readReleaseBytes } from '@vigil/shared/platform/releases';
import { createAgentCredentialVerifier } from '@vigil/shared/platform/tokens';
import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';

const Params = z.object({ id: CommandId });

/** The package that the update of a device is about, while that command runs. */
async function findFile(
  tx: ReadTx,
  { id, device, key }: { id: CommandId; device: DevicePk; key: string },
): Promise<ReleaseFile | undefined> {
  const [row] = await tx
    .select({ args: commands.args, osId: devices.osId, arch: devices.arch })
    .from(commands)
    .innerJoin(devices, eq(devices.pk, commands.deviceFk))
    .where(
      and(
        eq(commands.id, id),
        eq(commands.type, 'update'),
        eq(commands.deviceFk, device),
        inArray(commands.state, deliveredCommandStates),
        eq(devices.publicKey, key),
      ),
    );
  if (!row) return undefined;
  const job = commandArgs.update.safeParse(row.args);
  if (!job.success) return undefined;
  return releaseFileFor(job.data.release.manifest, { os: releaseSystemOfOs[row.osId], arch: row.arch });
}

/** The rest of a package from an offset on, piece by piece. */
async function* bytesOf(
  database: CompanyDatabase,
  { sha256, size }: ReleaseFile,
  from: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < size;) {
    const here = at;
    const piece = await database.readOutside((tx) => readReleaseBytes(tx, sha256, here));
    if (!piece || piece.length === 0) throw new Error('the release was deleted while it was read');
    yield piece;
    at += piece.length;
  }
}

/**
 * The package of an update, for the device of its command, from an offset on: an interrupted download goes on. Nothing
 * of it is secret, but only devices that are to download it cost the server its traffic.
 */
export function registerReleaseDownload(app: FastifyInstance, { database, redis, keyRing, now }: Deps): void {
  const verifyCredential = createAgentCredentialVerifier(keyRing.agent, { ignoreExpiration: true });
  app.post(`${API_BASE}/agents/releases/:id`, { config: { access: agentProof } }, async (request, reply) => {
    const params = Params.safeParse(request.params);
    const asked = ReleaseRequest.safeParse(request.body);
    if (!params.success || !asked.success) throw new Problem('malformed');
    const { offset, ...proof } = asked.data;
    const { company, device, key } = await consumeAgentProof(proof, {
      purpose: `release:${params.data.id}`,
      verifyCredential,
      redis,
      now,
    });
    const file = await database.read(company, (tx) => findFile(tx, { id: params.data.id, device, key }));
    if (!file) throw new Problem('not_found');
    if (offset >= file.size) throw new Problem('malformed', { field: 'body.offset' });
    return reply
      .headers({ 'cache-control': 'no-store', 'content-length': file.size - offset })
      .type('application/octet-stream')
      .send(Readable.from(bytesOf(database, file, offset), { objectMode: false }));
  });
}
