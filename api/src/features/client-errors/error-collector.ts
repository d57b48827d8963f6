import { randomUUID } from 'node:crypto';
import type { ClientError } from '@vigil/shared/contract/http/client-errors';

/** A collector that is slow must not pile up reports. */
const TIMEOUT_MS = 5_000;

/** Whether a text is the address of a project of a Sentry-compatible collector: `https://KEY@host/PROJECT`. */
export function isErrorCollectorDsn(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/u.test(url.protocol) && url.username !== '' && /\/\d+$/u.test(url.pathname);
}

/** The event of the collector; its own parser makes frames of a stack that is part of the text. */
const eventOf = (error: ClientError, id: string, now: number): object => ({
  event_id: id,
  timestamp: now / 1_000,
  platform: 'javascript',
  level: error.kind === 'error' ? 'error' : 'info',
  release: error.release,
  transaction: error.route,
  ...(error.kind === 'error'
    ? { message: error.message, extra: { stack: error.stack } }
    : { message: 'a sign-in failed' }),
});

/** Sends a report as an envelope of the Sentry protocol. @throws Error when the collector does not take it */
export async function sendToCollector(dsn: string, error: ClientError, now: number): Promise<void> {
  const { protocol, host, username, pathname } = new URL(dsn);
  const [, folder = '', project = ''] = /^(.*)\/(\d+)$/u.exec(pathname) ?? [];
  const id = randomUUID().replaceAll('-', '');
  const lines = [{ event_id: id }, { type: 'event' }, eventOf(error, id, now)];
  const reply = await fetch(`${protocol}//${host}${folder}/api/${project}/envelope/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=vigil/1, sentry_key=${username}`,
    },
    body: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the collector of ERROR_REPORT_DSN answered ${reply.status}`);
}
