import {
  createRemoteSession,
  createRemoteSessionByGet,
  endRemoteSession,
  listRunningRemoteSessions,
  readViewerVersions,
  reportRemoteSession,
} from '@vigil/shared/contract/http/remote-sessions';
import { Problem } from '@vigil/shared/contract/problems';
import type { Deps } from '../../deps.ts';
import { languageOfAcceptHeader } from '../../http/problems.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { selectRunningRemoteSessions } from './queries.ts';
import { wireRunningRemoteSession } from './running.ts';
import { createRemoteSessions } from './service.ts';

const KEY = /^Session (?<key>[\w-]{1,200})$/u;

/** The key of a viewer's later reports. */
const keyOf = (authorization: string | undefined): string => KEY.exec(authorization ?? '')?.groups?.['key'] ?? '';

export function registerRemoteSessionRoutes(routes: RouteRegistry, deps: Deps): void {
  const sessions = createRemoteSessions(deps);
  const limits = createRateLimits(deps);
  const { VIEWER_MIN_VERSION, VIEWER_VERSION, VIEWER_URL = null } = deps.config;
  const { MOBILE_STORE_ANDROID = null, MOBILE_STORE_IOS = null } = deps.config;
  /** The store of the phone that asks; null for any other system. */
  const storeOf = (userAgent = '') => {
    if (/android/iu.test(userAgent)) return MOBILE_STORE_ANDROID;
    return /iphone|ipad|ipod/iu.test(userAgent) ? MOBILE_STORE_IOS : null;
  };

  routes.change(createRemoteSessionByGet, {
    prepare: ({ caller, query }) => sessions.isOnline(caller, query.device_pk),
    rule: (tx, { caller, query, request }, online) =>
      sessions.open(tx, caller, { ...query, online, lang: languageOfAcceptHeader(request) }),
  });
  routes.change(createRemoteSession, {
    prepare: ({ caller, body }) => sessions.isOnline(caller, body.device_pk),
    rule: (tx, { caller, body, request }, online) =>
      sessions.open(tx, caller, { ...body, online, lang: languageOfAcceptHeader(request) }),
  });
  routes.on(listRunningRemoteSessions, async ({ caller }) => {
    const rows = await deps.database.read(caller.company, (tx) => selectRunningRemoteSessions(tx, caller));
    return { objects: rows.map(wireRunningRemoteSession) };
  });
  routes.change(endRemoteSession, {
    rule: async (tx, { caller, params }) => {
      await sessions.end(tx, caller, params.id);
      return [];
    },
  });
  routes.on(readViewerVersions, async ({ request }) => ({
    objects: {
      min_viewer: VIEWER_MIN_VERSION,
      latest: VIEWER_VERSION,
      viewer_url: VIEWER_URL,
      store_url: storeOf(request.headers['user-agent']),
    },
  }));
  routes.on(reportRemoteSession, async ({ params, body, request }) => {
    const from = { ip: request.ip, key: keyOf(request.headers.authorization) };
    const objects = await limits.runWithFailureLimit(
      'remote-session',
      { address: request.ip },
      {
        work: () => sessions.report(params.id, body, from),
        isFailure: (cause) => cause instanceof Problem && cause.code === 'session_invalid',
      },
    );
    return { objects };
  });
}
