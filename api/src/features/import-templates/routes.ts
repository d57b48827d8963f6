import { anySession } from '@vigil/shared/contract/access';
import {
  MAX_IMPORT_ROWS,
  templateKinds,
  templateExamples,
  templateSheetNames,
  templateHeaders,
  type TemplateKind,
} from '@vigil/shared/contract/import-rules';
import { languages, type Language } from '@vigil/shared/contract/languages';
import { Problem } from '@vigil/shared/contract/problems';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createPromiseCache } from './promise-cache.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const Params = z.object({ kind: z.enum(templateKinds), language: z.enum(languages) });

async function writeTemplate(kind: TemplateKind, language: Language): Promise<Uint8Array> {
  // Most processes of the API never write one.
  const { writeTextSheet } = await import('@vigil/shared/spreadsheets/write-text-sheet');
  return writeTextSheet({
    name: templateSheetNames[kind][language],
    titles: templateHeaders[kind][language],
    rows: templateExamples[kind][language],
    blankRows: MAX_IMPORT_ROWS,
  });
}

/** Workbooks to fill in, with an example; each is written when it is first asked for. */
export function registerTemplateRoutes(app: FastifyInstance): void {
  const onceByName = createPromiseCache<Uint8Array>();
  app.get(`${API_BASE}/templates/:kind.:language.xlsx`, { config: { access: anySession } }, async (request, reply) => {
    const { success, data } = Params.safeParse(request.params);
    if (!success) throw new Problem('not_found');
    const { kind, language } = data;
    const name = `${kind}.${language}.xlsx`;
    const file = await onceByName(name, () => writeTemplate(kind, language));
    return reply
      .headers({ 'content-disposition': `attachment; filename="${name}"` })
      .type(TYPE)
      .send(Buffer.from(file));
  });
}
