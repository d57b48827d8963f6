import type { DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { RemoteSessionType } from '@vigil/shared/contract/names';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { DESKTOP_GRANT_LIFETIME_MS, signDesktopGrant } from '@vigil/shared/platform/desktop-grants';
import { issueRelayTicket } from '@vigil/shared/platform/redis/relay-tickets';
import type { AgentDesktopAccess } from '@vigil/shared/platform/remote-sessions';
import type { Deps } from '../../deps.ts';
import { findDeviceKey, type RemoteSessionRow } from './queries.ts';

/** What a browser may do with the desktop, by the type of its session; a session for files has none. */
const rightsOf: { readonly [T in RemoteSessionType]: readonly DesktopRight[] } = {
  rc: ['view', 'input'],
  ft: [],
  rv: ['view'],
};

export interface IssuedDesktopAccess {
  readonly viewer: DesktopAccess;
  readonly agent: AgentDesktopAccess;
}

/** Makes the tickets and the grant of one connection to a desktop. */
export function createDesktopAccess({ redis, keyRing, config, now }: Deps) {
  /** @returns null for a session without a desktop, or whose device is gone */
  return async (tx: ReadTx, row: RemoteSessionRow, viewerKey: string): Promise<IssuedDesktopAccess | null> => {
    const rights = [...rightsOf[row.type]];
    const device = row.deviceFk === null ? undefined : await findDeviceKey(tx, row.deviceFk);
    if (rights.length === 0 || device === undefined) return null;
    const expires = now() + DESKTOP_GRANT_LIFETIME_MS;
    const grant = signDesktopGrant(keyRing.command, {
      session: row.id,
      guid: row.deviceGuid,
      viewer_key: viewerKey,
      rights,
      expires_at: row.endsAt === null ? expires : Math.min(expires, row.endsAt.getTime()),
    });
    const admission = { session: row.id, company: row.companyFk };
    const [viewerTicket, agentTicket] = await Promise.all([
      issueRelayTicket(redis, { ...admission, end: 'viewer' }),
      issueRelayTicket(redis, { ...admission, end: 'agent' }),
    ]);
    // Load balancers tell the copies of the relay apart by the path, so that both ends of a session meet.
    const relay_url = `${config.RELAY_URL ?? ''}/relay/${row.id}`;
    return {
      viewer: {
        relay_url,
        ticket: viewerTicket,
        grant,
        device_key: device.publicKey,
        device_name: row.deviceAlias,
        user_name: row.userName,
      },
      agent: { relay_url, relay_ticket: agentTicket, grant },
    };
  };
}
