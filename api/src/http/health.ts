import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { publicAccess } from '@vigil/shared/contract/access';
import { publicHealth, runHealthChecks, type HealthChecks } from '@vigil/shared/platform/health';
import type { Deps } from '../deps.ts';

const open = { config: { access: publicAccess } };

const checksOf = ({ database, redis }: Deps): HealthChecks => ({
  postgres: () => database.ping(),
  redis: () => redis.commands.ping(),
  migrations: () => database.readOutside((tx) => tx.execute(sql`select 1 from companies limit 1`)),
});

/** `/healthz` and `/readyz` without details, for load balancers. */
export function registerPublicHealth(app: FastifyInstance, deps: Deps): void {
  const checks = checksOf(deps);
  app.get('/healthz', open, async () => ({ status: 200 }));
  app.get('/readyz', open, async (_request, reply) => {
    const health = await runHealthChecks(checks);
    return reply.status(health.ready ? 200 : 503).send(publicHealth(health));
  });
}

/** `/healthz`, `/readyz` with the result of each check, and `/metrics`, for the operator. */
export function registerOperatorHealthAndMetrics(app: FastifyInstance, deps: Deps): void {
  const checks = checksOf(deps);
  const { metrics } = deps;
  app.get('/healthz', async () => ({ status: 200 }));
  app.get('/readyz', async (_request, reply) => {
    const health = await runHealthChecks(checks);
    return reply.status(health.ready ? 200 : 503).send(health);
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()));
}
