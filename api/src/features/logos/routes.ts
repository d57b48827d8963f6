import multipart from '@fastify/multipart';
import { publicAccess } from '@vigil/shared/contract/access';
import { deleteLogo, uploadLogo } from '@vigil/shared/contract/http/uploads';
import { CompanyPk, pkInPath } from '@vigil/shared/contract/ids';
import { MAX_LOGO_BYTES } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { denialReason } from '@vigil/shared/domain/permissions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { logoUrl } from '../../wire/logo.ts';
import { createLogoRenderer } from './logo.ts';
import { findLogo, removeLogo, storeLogo } from './queries.ts';

const LIMITS = { fileSize: MAX_LOGO_BYTES, files: 1, fields: 4, fieldSize: 100, parts: 5, headerPairs: 50 };

/** The file of a form, and its declared kind. @throws Problem `malformed`, `too_large` */
async function readForm(request: FastifyRequest): Promise<{ type: string; file: Buffer }> {
  if (!request.isMultipart()) throw new Problem('malformed');
  let type = '';
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await part.toBuffer();
      else if (part.fieldname === 'type') type = String(part.value);
    }
  } catch (cause) {
    // What the form lacks, such as its boundary or its end, has no status; limits have one.
    throw cause instanceof Error && 'statusCode' in cause ? cause : new Problem('malformed', { cause });
  }
  if (!file) throw new Problem('malformed', { field: 'file' });
  return { type, file };
}

function checkAdmin(caller: Caller): void {
  const denial = denialReason(viewerOf(caller), ['isAdmin']);
  if (denial) throw new Problem('not_allowed', denial);
}

const Address = z.object({ company: pkInPath(CompanyPk), v: z.string() });

export async function registerLogoRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): Promise<void> {
  const { database, now } = deps;
  const limits = createRateLimits(deps);
  const renderLogo = createLogoRenderer();
  await app.register(multipart, { limits: LIMITS });

  routes.change(uploadLogo, {
    prepare: async ({ caller, request }) => {
      // Checked before the upload is read.
      checkAdmin(caller);
      await limits.take('logo', { account: String(caller.user) });
      const { type, file } = await readForm(request);
      if (type !== 'logo') throw new Problem('malformed', { field: 'type' });
      return renderLogo(file);
    },
    rule: async (tx, { caller: { company } }, logo) => {
      const at = new Date(now());
      await storeLogo(tx, company, logo, at);
      return { url: logoUrl(company, at) };
    },
  });

  routes.change(deleteLogo, {
    rule: async (tx, { caller }) => {
      await removeLogo(tx, caller.company);
      return [];
    },
  });

  // Pictures on a page carry no token. The time in the address is known only from a profile, so that
  // companies cannot be found by counting; and each address always has the same picture.
  app.get('/logo/:company', { config: { access: publicAccess } }, async (request, reply) => {
    const address = Address.safeParse({ ...Object(request.params), ...Object(request.query) });
    if (!address.success) throw new Problem('not_found');
    const logo = await database.read(address.data.company, (tx) => findLogo(tx, address.data.company));
    if (!logo || String(logo.changedAt.getTime()) !== address.data.v) throw new Problem('not_found');
    const etag = `"${address.data.v}"`;
    void reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(logo.type).send(logo.bytes);
  });
}
