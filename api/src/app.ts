import compress from '@fastify/compress';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { MAX_PAYLOAD_BYTES } from '@vigil/shared/contract/protocol-version';
import { httpDeadlines } from '@vigil/shared/platform/http-deadlines';
import type { Deps } from './deps.ts';
import { registerAccountRoutes } from './features/accounts/routes.ts';
import { registerAgentRoutes } from './features/agents/routes.ts';
import { registerAppConfigRoutes } from './features/app-configs/routes.ts';
import { registerApprovalRoutes } from './features/approvals/routes.ts';
import { registerAuditRoutes } from './features/audits/routes.ts';
import { registerCommandRoutes } from './features/commands/routes.ts';
import { registerDeviceRoutes } from './features/devices/routes.ts';
import { registerDownloadRoutes } from './features/downloads/routes.ts';
import { registerFavouriteRoutes } from './features/favourites/routes.ts';
import { registerGroupRoutes } from './features/groups/routes.ts';
import { registerLiveViewRoutes } from './features/liveview/routes.ts';
import { registerNoticeRoutes } from './features/notices/routes.ts';
import { registerPartnerRoutes } from './features/partners/routes.ts';
import { registerPeopleRoutes } from './features/people/routes.ts';
import { registerPreferenceRoutes } from './features/preferences/routes.ts';
import { registerSessionRoutes } from './features/session/routes.ts';
import { registerSettingsRoutes } from './features/settings/routes.ts';
import { registerUploadRoutes } from './features/uploads/routes.ts';
import { registerPublicHealth } from './http/health.ts';
import { registerOpenApi } from './http/openapi.ts';
import { problemOf, registerProblems, sendProblem } from './http/problems.ts';
import { registerSecurity } from './http/security.ts';
import { registerSession } from './session/session.ts';
import { registerWeb } from './http/web.ts';
import { createRoutes } from './http/routes.ts';

/**
 * The public side of the API, ready to listen or to be injected into. Every feature and plugin it is made of stands here;
 * the operator's pages are in `operators-app.ts`.
 */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const deadlines = httpDeadlines();
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_PAYLOAD_BYTES,
    requestTimeout: deadlines.requestTimeout,
    http: deadlines,
    // Refusals before routing, such as a malformed URL.
    frameworkErrors: (error, request, reply) => sendProblem(problemOf(error), request, reply),
    trustProxy: deps.config.TRUST_PROXY === '' ? false : deps.config.TRUST_PROXY.split(','),
  });
  registerProblems(app);
  await registerSecurity(app, deps.config);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 2_048 });
  await registerSession(app, deps);
  registerPublicHealth(app, deps);

  const routes = createRoutes(app);
  registerSettingsRoutes(routes, deps);
  registerSessionRoutes(app, routes, deps);
  registerAccountRoutes(app, routes, deps);
  registerPreferenceRoutes(routes, deps);
  registerDeviceRoutes(routes, deps);
  registerGroupRoutes(routes, deps);
  registerFavouriteRoutes(routes, deps);
  registerCommandRoutes(routes, deps);
  registerAuditRoutes(routes, deps);
  registerAppConfigRoutes(routes, deps);
  registerPeopleRoutes(routes, deps);
  registerApprovalRoutes(routes, deps);
  registerPartnerRoutes(app, routes, deps);
  await registerDownloadRoutes(app, routes, deps);
  await registerUploadRoutes(app, routes, deps);
  registerNoticeRoutes(routes, deps);
  registerAgentRoutes(routes, deps);
  registerLiveViewRoutes(app, deps);

  await registerOpenApi(app, routes.registered);
  await registerWeb(app, deps.config.WEB_DIR);
  return app;
}
