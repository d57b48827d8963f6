import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { applicationKindOf } from '@vigil/shared/contract/application';
import { UPLOAD_CHUNK_BYTES } from '@vigil/shared/contract/application-rules';
import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { createApplication } from '@vigil/shared/contract/http/applications';
import type { ApplicationPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { CompanyDatabase } from '@vigil/shared/platform/db/client';
import type { Deps } from '../../../deps.ts';
import type { Call } from '../../../http/routes.ts';
import type { Caller } from '../../../identity/sessions/caller.ts';
import {
  appendChunkIfNext,
  changeApplication,
  findVisibleApplication,
  isExistingGroup,
  insertApplication,
  lockApplicationCreation,
  readChunk,
  readStorageUse,
  removeApplication,
  type StoredApplication,
} from './queries.ts';
import { assertDiskHasRoom, assertRoomFor } from './space.ts';

/** Beyond this, a list is no help. */
const MAX_APPLICATIONS = 500;
/** Any type is known by its first bytes. */
const HEAD_BYTES = 21;

/** @throws Problem as `createApplication` says */
export async function addApplication(
  tx: ChangeTx,
  { caller, body }: Call<typeof createApplication>,
  { config, at, pinHash }: Pick<Deps, 'config'> & { at: Date; pinHash: string | null },
): Promise<ApplicationPk> {
  await lockApplicationCreation(tx);
  if ((await readStorageUse(tx)).count >= MAX_APPLICATIONS) throw new Problem('application_limit');
  await assertRoomFor(tx, body.size, { config, at });
  if (body.device_group_fk !== null && !(await isExistingGroup(tx, body.device_group_fk)))
    throw new Problem('not_found', { field: 'body.device_group_fk' });
  const added = await insertApplication(tx, {
    companyFk: caller.company,
    groupFk: body.device_group_fk,
    name: body.name,
    version: body.version,
    fileName: body.file_name,
    size: body.size,
    sha256: body.sha256 ?? null,
    flagInstall: body.flag_install,
    installArgs: body.install_args,
    runAfter: body.run_after,
    pinHash,
    uploaderFk: caller.user,
    uploaderName: caller.name,
  });
  if (!added) throw new Problem('application_exists', { field: 'body.name' });
  return added.pk;
}

/** @throws Problem `too_large` beyond one piece */
export async function readUploadChunk(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > UPLOAD_CHUNK_BYTES) throw new Problem('too_large');
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

const sha256Of = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

interface Piece {
  readonly pk: ApplicationPk;
  readonly offset: number;
  readonly data: Buffer;
  readonly sha256: string | undefined;
}

/** Stores the next piece of a file; the last one completes it. @throws Problem as `uploadApplicationPiece` says */
export async function storeUploadChunk(deps: Deps, caller: Caller, piece: Piece): Promise<void> {
  const { pk, offset, data, sha256 } = piece;
  if (sha256 !== undefined && sha256 !== sha256Of(data)) throw new Problem('hash_mismatch', { field: 'query.sha256' });
  await assertDiskHasRoom(deps.config);
  const stored = await commitChange(deps, caller.company, async (tx) => {
    const found = await findVisibleApplication(tx, caller, pk);
    if (!found) throw new Problem('not_found');
    const { received, size, state } = found;
    const isNext = state === 'uploading' && offset === received && (data.length > 0 || received === size);
    if (!isNext) throw new Problem('conflict', { field: 'query.offset', detail: received });
    if (received + data.length > size) throw new Problem('too_large');
    if (data.length === 0) return found;
    const kind = offset === 0 ? sniff(data, size) : found.kind;
    // Its name is free for the right file.
    if (kind === null) return void (await removeApplication(tx, pk));
    if (!(await appendChunkIfNext(tx, found, { at: offset, data, kind })))
      throw new Problem('conflict', { field: 'query.offset', detail: received });
    return { ...found, received: received + data.length, kind };
  });
  if (!stored) throw new Problem('unsupported_file');
  if (stored.received === stored.size) await complete(deps, caller, stored);
}

function sniff(data: Buffer, size: number) {
  if (data.length < Math.min(HEAD_BYTES, size)) throw new Problem('malformed', { field: 'body' });
  return applicationKindOf(data);
}

/** Read piece by piece: a file does not fit into the memory of a server. */
async function complete(deps: Deps, caller: Caller, stored: StoredApplication): Promise<void> {
  const hash = createHash('sha256');
  for await (const piece of readFileChunks(deps.database, stored)) hash.update(piece);
  const sha256 = hash.digest('hex');
  const isOther = stored.sha256 !== null && stored.sha256 !== sha256;
  await commitChange(deps, caller.company, async (tx) => {
    if (isOther) return void (await removeApplication(tx, stored.pk));
    await changeApplication(tx, stored.pk, { state: 'ready', sha256 });
    await writeAudits(tx, caller, [
      {
        code: auditCode.application,
        type: auditTypeIds.action,
        subject: null,
        newValue: JSON.stringify({ name: stored.name, version: stored.version, sha256 }),
      },
    ]);
  });
  if (isOther) throw new Problem('hash_mismatch');
}

/** The file in its pieces. */
export async function* readFileChunks(
  database: CompanyDatabase,
  { pk, companyFk, size }: StoredApplication,
): AsyncGenerator<Buffer, void> {
  for (let at = 0; at < size;) {
    const from = at;
    const piece = await database.read(companyFk, (tx) => readChunk(tx, pk, from));
    if (!piece) throw new Error('the application was deleted while it was read');
    yield piece;
    at += piece.length;
  }
}
