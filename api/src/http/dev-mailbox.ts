import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { anyone } from '@vigil/shared/contract/access';
import { addressRange, comparableAddress, isWithin } from '@vigil/shared/domain/ip-addresses';
import { escapeHtml } from '@vigil/shared/platform/mail/mail-content';
import type { ApiConfig } from '../config.ts';
import { isOperator } from './operators.ts';
import { sendNotFound } from './problems.ts';

const MAX_SHOWN = 100;
const Kept = z.object({ to: z.string(), subject: z.string(), text: z.string(), created_at: z.string() });

const loopback = ['127.0.0.0/8', '::1'].map((subnet) => addressRange(subnet)).filter((range) => range !== null);
const ownHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A page of another site whose name resolves to this computer must not read the links in the mails (DNS rebinding). */
function isLocalRequest(request: FastifyRequest, publicUrl: string): boolean {
  const host = URL.canParse(`http://${request.host}`) ? new URL(`http://${request.host}`).hostname : '';
  const isOwnName = ownHosts.has(host) || host === new URL(publicUrl).hostname;
  return isOwnName && isWithin(comparableAddress(request.ip) ?? '', loopback);
}

async function readMails(folder: string): Promise<z.infer<typeof Kept>[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, MAX_SHOWN);
  const texts = await Promise.all(newest.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => Kept.parse(JSON.parse(text)));
}

const withLinks = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/gu, (url) => `<a href="${url}">${url}</a>`);

const article = ({ to, subject, text, created_at }: z.infer<typeof Kept>): string => `<article>
<h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} · <time>${escapeHtml(created_at)}</time></p><pre>${withLinks(text)}</pre>
</article>`;

const page = (mails: readonly z.infer<typeof Kept>[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px}
article{border:1px solid #8886;border-radius:8px;padding:0 20px;margin:16px 0}h2{font-size:17px;margin:16px 0 0}p{margin:0;opacity:.75}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}</style></head>
<body><main><h1>Outbox</h1><p>There is no mail server (SMTP_URL), so mail is kept here.</p>
${mails.map(article).join('\n') || '<p>No mail yet.</p>'}</main></body></html>`;

/** `/outbox`: mail that is kept for lack of a mail server; for the user of this computer and the operator. */
export function registerDevMailbox(app: FastifyInstance, config: ApiConfig): void {
  const { MAIL_OUTBOX_DIR: folder, OPERATOR_TOKEN, PUBLIC_URL } = config;
  if (folder === undefined) return;
  app.get('/outbox', { config: { access: anyone } }, async (request, reply) => {
    if (!isLocalRequest(request, PUBLIC_URL) && !isOperator(request.headers.authorization, OPERATOR_TOKEN)) {
      return sendNotFound(request, reply);
    }
    const html = page(await readMails(folder));
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
  });
}
