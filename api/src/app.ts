import { MAX_PUBLIC_BODY_BYTES } from '@vigil/shared/contract/endpoint';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { httpTimeouts } from '@vigil/shared/platform/http-deadlines';
import { followLicenceGates } from '@vigil/shared/platform/licence-gates';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';
import { registerAgentUpdateRoutes } from './features/agent-updates/routes.ts';
import { registerAgentRoutes } from './features/agents/routes.ts';
import { registerUnknownAgentRoutes } from './features/agents/unknown/routes.ts';
import { registerAlertRoutes } from './features/alerts/routes.ts';
import { registerApiTokenRoutes } from './features/api-tokens/routes.ts';
import { registerAppConfigRoutes } from './features/app-configs/routes.ts';
import { registerApprovalRoutes } from './features/approvals/routes.ts';
import { registerAuditRoutes } from './features/audits/routes.ts';
import { registerChannelRoutes } from './features/channels/routes.ts';
import { registerClientErrorRoutes } from './features/client-errors/routes.ts';
import { registerApplicationRoutes } from './features/commands/applications/routes.ts';
import { registerCommandRoutes } from './features/commands/routes.ts';
import { startCompanyClosings } from './features/company/company-closings.ts';
import { registerCompanyRoutes } from './features/company/routes.ts';
import { registerDashboardRoutes } from './features/dashboard/routes.ts';
import { createBulkRunner } from './features/devices/bulk/routes.ts';
import { startBulkTakeOver } from './features/devices/bulk/take-over.ts';
import { createCompanyViews } from './features/devices/company-view/company-views.ts';
import { registerOverLicenceRoute } from './features/devices/devices-over-licence.ts';
import { registerDeviceRoutes } from './features/devices/routes.ts';
import { assertDeletionNotBlocked, removeDevice, unblockIfWithinLicence } from './features/devices/service.ts';
import { registerDownloadRoutes } from './features/downloads/routes.ts';
import { registerExportRoutes } from './features/exports/routes.ts';
import { registerFavouriteRoutes } from './features/favourites/routes.ts';
import { registerFilterRoutes } from './features/filters/routes.ts';
import { registerFunctionSettingsRoutes } from './features/function-settings/routes.ts';
import { registerGroupMemberRoutes } from './features/groups/members.ts';
import { registerGroupRoutes } from './features/groups/routes.ts';
import { registerHistoryRoutes } from './features/histories/routes.ts';
import { registerTemplateRoutes } from './features/import-templates/routes.ts';
import { registerIncidentRoutes } from './features/incidents/routes.ts';
import { registerIpPolicyRoutes } from './features/ip-policy/routes.ts';
import { registerLastFrameRoutes } from './features/last-frames/routes.ts';
import { registerLogoRoutes } from './features/logos/routes.ts';
import { registerMaintenanceWindowRoutes } from './features/maintenance-windows/routes.ts';
import { registerNoticeRoutes } from './features/notices/routes.ts';
import { registerPartnerRoutes } from './features/partners/routes.ts';
import { registerPaymentRoutes } from './features/payments/routes.ts';
import { registerPreferenceRoutes } from './features/preferences/routes.ts';
import { registerRemoteSessionRoutes } from './features/remote-sessions/routes.ts';
import { registerSettingsRoutes } from './features/settings/routes.ts';
import { registerSignInLogRoutes } from './features/sign-in-log/routes.ts';
import { registerStatisticsRoutes } from './features/statistics/routes.ts';
import { registerThresholdPreviewRoutes } from './features/threshold-previews/routes.ts';
import { registerTicketRoutes } from './features/tickets/routes.ts';
import { registerUserRoutes } from './features/users/user-routes.ts';
import { registerUserSummaryRoutes } from './features/users/user-summary-routes.ts';
import { registerWallScreenRoutes } from './features/wall-screens/routes.ts';
import { registerWallViewRoutes } from './features/wall-views/routes.ts';
import { registerPublicHealth } from './http/health.ts';
import { registerOpenApi } from './http/openapi.ts';
import { problemOf, registerErrorHandler, sendProblem } from './http/problems.ts';
import { registerRequestBodyChecks } from './http/request-bodies.ts';
import { createRouteRegistry } from './http/routes.ts';
import { registerSecurityHeaders } from './http/security.ts';
import { registerWebClient } from './http/web-client.ts';
import { registerAccountRoutes } from './identity/accounts/routes.ts';
import { registerAccessCheck } from './identity/sessions/access-check.ts';
import { registerImportRoutes } from './imports/import-routes.ts';
import { createImportRunner } from './imports/imports.ts';

/**
 * The public side of the API, ready to listen or to be injected into. Every feature and plugin it is made of stands
 * here; the operator's pages are in `operators-app.ts`.
 */
export async function createPublicApp(deps: Deps): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const deadlines = httpTimeouts();
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_PUBLIC_BODY_BYTES,
    requestTimeout: deadlines.requestTimeout,
    http: deadlines,
    // Refusals before routing, such as a malformed URL.
    frameworkErrors: (error, request, reply) => sendProblem(problemOf(error), request, reply),
    trustProxy: deps.config.TRUST_PROXY === '' ? false : deps.config.TRUST_PROXY.split(','),
  });
  registerErrorHandler(app);
  await registerSecurityHeaders(app, deps.config);
  await registerRequestBodyChecks(app, deps);
  const gates = await followLicenceGates({ ...deps, subscribe: createSubscriber(deps) });
  app.addHook('onClose', () => gates[Symbol.asyncDispose]());
  await registerAccessCheck(app, deps, gates);
  registerPublicHealth(app, deps);

  const views = createCompanyViews(deps);
  app.addHook('onClose', async () => views[Symbol.dispose]());

  const bulkJobs = startBulkTakeOver(deps);
  app.addHook('onClose', () => bulkJobs[Symbol.asyncDispose]());

  const closings = startCompanyClosings(deps);
  app.addHook('onClose', async () => closings[Symbol.dispose]());

  const routes = createRouteRegistry(app, deps);
  registerSettingsRoutes(routes, deps);
  registerClientErrorRoutes(app, routes, deps);
  registerAccountRoutes(app, routes, deps);
  registerApiTokenRoutes(routes, deps);
  registerWallScreenRoutes(app, routes, deps);
  registerPreferenceRoutes(routes, deps);
  registerDeviceRoutes(routes, { ...deps, views });
  registerAlertRoutes(routes, deps);
  registerIncidentRoutes(routes, deps);
  registerMaintenanceWindowRoutes(routes, deps);
  registerChannelRoutes(routes, deps);
  registerOverLicenceRoute(routes, deps);
  registerPaymentRoutes(app, routes, deps);
  const runImport = createImportRunner(deps);
  registerImportRoutes(routes, deps);
  registerGroupRoutes(routes, deps, runImport);
  registerGroupMemberRoutes(routes, deps);
  registerThresholdPreviewRoutes(routes, deps);
  registerExportRoutes(app, routes, deps);
  registerCompanyRoutes(routes, deps);
  registerFavouriteRoutes(routes, deps);
  registerFilterRoutes(routes, deps);
  registerWallViewRoutes(routes, deps);
  const changeInBulk = createBulkRunner(deps);
  registerCommandRoutes(routes, deps, {
    assertNotBlocked: (caller) => assertDeletionNotBlocked(deps, caller),
    one: removeDevice,
    afterOne: (caller, use) => unblockIfWithinLicence(deps, caller, use),
    many: (caller, request) => changeInBulk(caller, { ...request, change: { action: 'delete', by_command: true } }),
  });
  registerApplicationRoutes(app, routes, deps);
  registerAgentUpdateRoutes(app, routes, deps);
  registerFunctionSettingsRoutes(routes, deps);
  registerRemoteSessionRoutes(routes, deps);
  registerAuditRoutes(routes, deps);
  registerSignInLogRoutes(routes, deps);
  registerHistoryRoutes(routes, deps);
  registerStatisticsRoutes(routes, deps);
  registerDashboardRoutes(routes, deps);
  registerAppConfigRoutes(routes, deps);
  registerTemplateRoutes(app);
  registerUserSummaryRoutes(routes, deps);
  registerUserRoutes(routes, { ...deps, runImport });
  registerIpPolicyRoutes(routes, deps);
  registerApprovalRoutes(routes, deps);
  registerTicketRoutes(routes, deps);
  registerPartnerRoutes(app, routes, deps);
  await registerDownloadRoutes(app, routes, deps);
  await registerLogoRoutes(app, routes, deps);
  registerNoticeRoutes(routes, deps);
  registerAgentRoutes(routes, deps);
  registerUnknownAgentRoutes(routes, deps);
  registerLastFrameRoutes(app, deps);

  await registerOpenApi(app, routes.registered);
  await registerWebClient(app, deps.config.WEB_DIR);
  return app;
}
