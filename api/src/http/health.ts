import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { anyone } from '@vigil/shared/contract/access';
import { runChecks, type Checks } from '@vigil/shared/platform/health';
import type { Deps } from '../deps.ts';

const open = { config: { access: anyone } };

/** `/healthz`, `/readyz` and `/metrics`; a load balancer must not pass the last one on. */
export function registerHealth(app: FastifyInstance, { database, redis, metrics }: Deps): void {
  const checks: Checks = {
    postgres: () => database.ping(),
    redis: () => redis.commands.ping(),
    migrations: () => database.asSystem((tx) => tx.execute(sql`select 1 from companies limit 1`)),
  };
  app.get('/healthz', open, async () => ({ status: 200 }));
  app.get('/readyz', open, async (_request, reply) => {
    const result = await runChecks(checks);
    return reply.status(result.ready ? 200 : 503).send(result);
  });
  app.get('/metrics', open, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()));
}
