import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { ApiConfig } from '../config.ts';
import { KeptMail, mailboxPage } from './dev-mailbox-page.ts';
import { sendNotFound } from './problems.ts';
import { isSameSecret } from './same-secret.ts';

const MAX_SHOWN = 100;
const Query = z.object({ key: z.string().max(200) });

/** What proxies and content networks add to a request: its client or its way, or something of their own. */
const FORWARDING = new RegExp(
  `^(?:${[
    String.raw`(?:x-)?(?:original-)?forwarded(?:-.+)?`,
    String.raw`.*(?:client|connecting|connection|real|remote|originating|proxyuser|src)-ip`,
    String.raw`x-(?:original|rewrite|proxy|cdn|edge)-.+`,
    String.raw`via|cdn-loop|proxy-.+|x-varnish|x-cloud-trace-context`,
    String.raw`x-(?:amzn|amz-cf|appengine|arr|akamai|azure|envoy|nf|sucuri|vercel)-.+`,
    String.raw`(?:akamai|cf|cloudfront|fastly|fly)-.+`,
  ].join('|')})$`,
  'u',
);

/** A proxy stands between this listener and the client, so that the client may be anywhere. */
const isForwarded = ({ headers }: FastifyRequest): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

async function readMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .toReversed()
    .slice(0, MAX_SHOWN);
  const texts = await Promise.all(newest.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => KeptMail.parse(JSON.parse(text)));
}

/**
 * `GET /outbox?key=…`: mail that is kept for lack of a mail server. The links in it open accounts, so the page needs
 * MAIL_OUTBOX_KEY, which `npm start` prints, and refuses requests that came through a proxy.
 */
export function registerDevMailbox(app: FastifyInstance, config: ApiConfig): void {
  const { MAIL_OUTBOX_DIR: folder, MAIL_OUTBOX_KEY: wanted } = config;
  if (folder === undefined || wanted === undefined) return;
  app.get('/outbox', async (request, reply) => {
    const query = Query.safeParse(request.query);
    if (isForwarded(request) || !query.success || !isSameSecret(query.data.key, wanted)) {
      return sendNotFound(request, reply);
    }
    const html = mailboxPage(await readMails(folder));
    return (
      reply
        // The address of the page holds the key.
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(html)
    );
  });
}
