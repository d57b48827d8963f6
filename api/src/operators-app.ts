import { httpTimeouts } from '@vigil/shared/platform/http-deadlines';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { registerDevMailbox } from './http/dev-mailbox.ts';
import { registerHealthRoutes } from './http/health.ts';
import { problemOf, registerErrorHandler, sendNotFound, sendProblem } from './http/problems.ts';
import { registerQueueBoard } from './http/queue-board.ts';
import { registerSecurityHeaders } from './http/security.ts';

/**
 * The pages of the operator: health with details, metrics, the queue board, and the development mailbox. They have a
 * listener of their own (API_OPERATOR_HOST, 127.0.0.1 by default), since a filter of paths on the public port can be
 * passed with another spelling of a path.
 */
export async function createOperatorsApp(deps: Deps): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const deadlines = httpTimeouts();
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: deadlines.requestTimeout,
    http: deadlines,
    frameworkErrors: (error, request, reply) => sendProblem(problemOf(error), request, reply),
  });
  registerErrorHandler(app);
  app.setNotFoundHandler(sendNotFound);
  await registerSecurityHeaders(app, deps.config);
  registerHealthRoutes(app, deps);
  registerDevMailbox(app, deps.config);
  await registerQueueBoard(app, deps);
  return app;
}
