import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { httpTimeouts } from './http-deadlines.ts';
import type { Metrics } from './metrics.ts';

/** Each check resolves when its dependency answers. */
export type HealthChecks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_TIMEOUT_MS = 2_000;

export interface Health {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, boolean>>;
}

/** Runs all checks, for `GET /readyz`. A check that takes more than 2 s fails. */
export async function runHealthChecks(checks: HealthChecks): Promise<Health> {
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

/** What the public side learns from `/readyz`: load balancers need no details, and attackers must not have them. */
export const publicHealth = ({ ready }: Health): { ready: boolean } => ({ ready });

type Answers = Readonly<Record<string, () => Promise<{ status?: number; type: string; body: string }>>>;

const json = (value: unknown, status = 200) => ({ status, type: 'application/json', body: JSON.stringify(value) });

function listenerOf(answers: Answers): RequestListener {
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = Object.hasOwn(answers, request.url ?? '') ? answers[request.url ?? ''] : undefined;
    if (!answer) return response.writeHead(404).end();
    const { status = 200, type, body } = await answer();
    return response.writeHead(status, { 'content-type': type }).end(body);
  };
  return (request, response) => void reply(request, response).catch(() => response.writeHead(500).end());
}

const alive = async () => json({ status: 200 });

/** Answers `/healthz` and `/readyz` on a public port, without details; 404 for everything else. */
export const publicHealthListener = (checks: HealthChecks): RequestListener =>
  listenerOf({
    '/healthz': alive,
    '/readyz': async () => {
      const health = await runHealthChecks(checks);
      return json(publicHealth(health), health.ready ? 200 : 503);
    },
  });

export interface OperatorServer extends AsyncDisposable {
  readonly port: number;
}

/**
 * The operators' own address of a process without pages: `/healthz`, `/readyz` with the result of each check, and
 * `/metrics`. It is a listener of its own because a filter of paths on the public port can be passed (encoded paths).
 */
export async function startOperatorServer(
  { host, port }: { host: string; port: number },
  { checks, metrics }: { checks: HealthChecks; metrics: Metrics },
): Promise<OperatorServer> {
  const server = createServer(
    httpTimeouts(),
    listenerOf({
      '/healthz': alive,
      '/readyz': async () => {
        const health = await runHealthChecks(checks);
        return json(health, health.ready ? 200 : 503);
      },
      '/metrics': async () => ({ type: metrics.contentType, body: await metrics.render() }),
    }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
