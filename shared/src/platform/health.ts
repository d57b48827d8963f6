import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Each check resolves when its dependency answers. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_TIMEOUT_MS = 2_000;

/** Runs all checks, for `GET /readyz`. A check that takes more than 2 s fails. */
export async function runChecks(checks: Checks): Promise<{ ready: boolean; checks: Record<string, boolean> }> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const late = new Promise<never>((_, reject) =>
        setTimeout(reject, CHECK_TIMEOUT_MS, new Error('health check timed out')).unref(),
      );
      const ok = await Promise.race([check(), late]).then(
        () => true,
        () => false,
      );
      return [name, ok] as const;
    }),
  );
  return { ready: results.every(([, ok]) => ok), checks: Object.fromEntries(results) };
}

/** Answers `/healthz`, `/readyz` and `/metrics`; true when the request was one of them. */
export async function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  { checks, metrics }: { checks: Checks; metrics: Metrics },
): Promise<boolean> {
  const reply = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type }).end(body);
    return true;
  };
  switch (request.url) {
    case '/healthz':
      return reply(200, 'application/json', '{"status":200}');
    case '/readyz': {
      const result = await runChecks(checks);
      return reply(result.ready ? 200 : 503, 'application/json', JSON.stringify(result));
    }
    case '/metrics':
      return reply(200, metrics.contentType, await metrics.render());
    default:
      return false;
  }
}
