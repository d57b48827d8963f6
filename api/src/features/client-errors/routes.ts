import { reportClientError, type ClientError } from '@vigil/shared/contract/http/client-errors';
import { redactSecrets } from '@vigil/shared/domain/redact-secrets';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { createPostReplyTasks } from '../../http/post-reply-tasks.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { sendToCollector } from './error-collector.ts';

/** The browser has removed the secrets already; anybody may post, so that this is not relied on. */
const cleaned = (error: ClientError): ClientError => ({
  ...error,
  release: redactSecrets(error.release),
  route: redactSecrets(error.route),
  ...(error.kind === 'error' && { message: redactSecrets(error.message), stack: redactSecrets(error.stack) }),
});

export function registerClientErrorRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const limits = createRateLimits(deps);
  const runAfterReply = createPostReplyTasks(app);
  const reported = deps.metrics.counter('vigil_client_errors_total', 'Errors that browsers have reported', ['kind']);
  const collector = deps.config.ERROR_REPORT_DSN;

  routes.on(reportClientError, async ({ body, request }) => {
    await limits.take('client-error', { address: request.ip });
    const error = cleaned(body);
    reported.inc({ kind: error.kind });
    deps.log[error.kind === 'error' ? 'warn' : 'info']({ client: error }, 'error of a browser');
    if (collector !== undefined) runAfterReply(() => sendToCollector(collector, error, deps.now()));
    return { objects: [] };
  });
}
