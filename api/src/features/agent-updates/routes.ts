import {
  changeRollout,
  createRollout,
  listRolloutDevices,
  listRollouts,
  readAgentReleases,
  type PublishedRelease,
  type AgentVersionCount,
} from '@vigil/shared/contract/http/agent-updates';
import type { RolloutPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { isOlderVersion } from '@vigil/shared/contract/versions';
import { selectTrustedPublishedReleases, type TrustedRelease } from '@vigil/shared/platform/releases';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { registerReleaseDownload } from './download.ts';
import { countDevicesByVersion, selectReleasePublishTimes, selectRolloutDevices, selectRollouts } from './queries.ts';
import { editRollout, startRollout } from './service.ts';

/** Releases of the agent, and their rollouts (decision 69, infra/decisions/agent-updates.md). */
export function registerAgentUpdateRoutes(app: FastifyInstance, routes: RouteRegistry, deps: Deps): void {
  const { database, now } = deps;
  const readOne = async (pk: RolloutPk, { caller }: { readonly caller: Caller }) => ({
    objects: await database.read(caller.company, (tx) => selectRollouts(tx, caller, pk)),
  });

  routes.on(readAgentReleases, async ({ caller }) => {
    const { releases, publishedAt, counts } = await database.read(caller.company, async (tx) => ({
      releases: await selectTrustedPublishedReleases(tx),
      publishedAt: await selectReleasePublishTimes(tx),
      counts: await countDevicesByVersion(tx, caller),
    }));
    return {
      objects: {
        releases: releases
          .map((release) => wireRelease(release, publishedAt.get(release.manifest.version)))
          .filter(({ systems }) => systems.length > 0),
        versions: sumUp(counts),
      },
    };
  });

  routes.on(listRollouts, async ({ caller }) => ({
    objects: await database.read(caller.company, (tx) => selectRollouts(tx, caller)),
  }));
  routes.change(createRollout, { rule: (tx, call) => startRollout(tx, call, new Date(now())), reply: readOne });
  routes.change(changeRollout, { rule: (tx, call) => editRollout(tx, call, new Date(now())), reply: readOne });
  routes.on(listRolloutDevices, async ({ caller, params: { pk } }) => {
    const rows = await database.read(caller.company, async (tx) => {
      if ((await selectRollouts(tx, caller, pk)).length === 0) throw new Problem('not_found');
      return selectRolloutDevices(tx, caller, pk);
    });
    return { objects: rows };
  });

  registerReleaseDownload(app, deps);
}

/** With the systems for which there are packages. */
const wireRelease = ({ manifest, stored }: TrustedRelease, publishedAt: Date | undefined): PublishedRelease => ({
  version: manifest.version,
  channel: manifest.channel,
  published_at: publishedAt?.toISOString() ?? manifest.created_at,
  systems: manifest.files.filter(({ sha256 }) => stored.has(sha256)).map(({ os, arch, size }) => ({ os, arch, size })),
});

/** The newest version first. */
function sumUp(counts: Awaited<ReturnType<typeof countDevicesByVersion>>): AgentVersionCount[] {
  const rows = [...Map.groupBy(counts, ({ version }) => version ?? '')].map(([version, own]) => ({
    version,
    devices: own.reduce((sum, { devices }) => sum + devices, 0),
    outdated: own.reduce(
      (sum, { devices, latest }) => sum + (latest !== null && isOlderVersion(version, latest) ? devices : 0),
      0,
    ),
  }));
  return rows.toSorted((a, b) => (isOlderVersion(a.version, b.version) ? 1 : -1));
}
