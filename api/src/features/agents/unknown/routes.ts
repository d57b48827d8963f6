import { listUnknownAgents, readmitUnknownAgents } from '@vigil/shared/contract/http/unknown-agents';
import { thumbprintOf } from '@vigil/shared/platform/tokens';
import type { Deps } from '../../../deps.ts';
import type { RouteRegistry } from '../../../http/routes.ts';
import { selectUnknownAgentPage } from './queries.ts';
import { readmitAgents } from './service.ts';

export function registerUnknownAgentRoutes(routes: RouteRegistry, { database, now }: Deps): void {
  routes.on(listUnknownAgents, async ({ caller, query }) => {
    const { rows, meta } = await database.read(caller.company, (tx) => selectUnknownAgentPage(tx, query));
    return {
      objects: rows.map((row) => ({
        pk: row.pk,
        guid: row.guid,
        key_thumbprint: thumbprintOf(row.publicKey),
        name: row.name,
        mac_addr: row.macAddr,
        user_os_str: row.osName,
        s_pri_ip: row.privateIp,
        s_pub_ip: row.publicIp,
        agent_version: row.agentVersion,
        first_seen: row.firstSeen.toISOString(),
        last_seen: row.lastSeen.toISOString(),
      })),
      meta: { total_count: meta.total_count },
    };
  });

  routes.change(readmitUnknownAgents, { rule: (tx, call) => readmitAgents(tx, call, new Date(now())) });
}
