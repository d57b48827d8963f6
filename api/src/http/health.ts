import { publicAccess } from '@vigil/shared/contract/access';
import { assertSchemaCurrent } from '@vigil/shared/platform/db/assert-schema-current';
import { publicHealth, runHealthChecks, type HealthChecks } from '@vigil/shared/platform/health';
import { assertRedisWritable } from '@vigil/shared/platform/redis/assert-redis-writable';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

const open = { config: { access: publicAccess } };

const checksOf = ({ database, redis }: Deps): HealthChecks => ({
  postgres: () => database.ping(),
  redis: () => assertRedisWritable(redis),
  migrations: () => assertSchemaCurrent(database),
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
export function registerHealthRoutes(app: FastifyInstance, deps: Deps): void {
  const checks = checksOf(deps);
  const { metrics } = deps;
  app.get('/healthz', async () => ({ status: 200 }));
  app.get('/readyz', async (_request, reply) => {
    const health = await runHealthChecks(checks);
    return reply.status(health.ready ? 200 : 503).send(health);
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()));
}
