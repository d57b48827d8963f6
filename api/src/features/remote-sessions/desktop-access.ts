import type { RemoteConsent } from '@vigil/shared/contract/function-settings-rules';
import type { RemoteSessionType } from '@vigil/shared/contract/names';
import type { ConsentRule, DesktopAccess } from '@vigil/shared/contract/remote-desktop/grant';
import type { DesktopRight } from '@vigil/shared/contract/remote-desktop/rights';
import { flagsOf } from '@vigil/shared/domain/permissions';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { DESKTOP_GRANT_LIFETIME_MS, signDesktopGrant } from '@vigil/shared/platform/desktop-grants';
import type { CompanyPolicies } from '@vigil/shared/platform/policies';
import { issueRelayTicket } from '@vigil/shared/platform/redis/relay-tickets';
import type { AgentDesktopAccess } from '@vigil/shared/platform/remote-sessions';
import { pickRightsColumns } from '@vigil/shared/platform/rights';
import { isGuestKind } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findDeviceKey, findSessionKind, findUser, type RemoteSessionRow } from './queries.ts';

/** What a browser may do with the desktop, by the type of its session; a session for files has none. */
const rightsOf: { readonly [T in RemoteSessionType]: readonly DesktopRight[] } = {
  rc: ['view', 'input'],
  ft: [],
  rv: ['view'],
};

/** By the policy `remote_consent`. */
const consentRules: { readonly [C in RemoteConsent]: ConsentRule | undefined } = {
  0: undefined,
  1: 'or_allow',
  2: 'or_refuse',
};

interface Wanted {
  readonly viewerKey: string;
  readonly policies: Pick<CompanyPolicies, 'remoteConsent'>;
}

export interface IssuedDesktopAccess {
  readonly viewer: DesktopAccess;
  readonly agent: AgentDesktopAccess;
}

/** Makes the tickets and the grant of one connection to a desktop. */
export function createDesktopAccess({ redis, keyRing, config, now }: Deps) {
  /** @returns null for a session without a desktop, or whose device is gone */
  return async (
    tx: ReadTx,
    row: RemoteSessionRow,
    { viewerKey, policies }: Wanted,
  ): Promise<IssuedDesktopAccess | null> => {
    const rights = [...rightsOf[row.type]];
    if (rights.includes('input') && (await mayTake(tx, row))) rights.push('take');
    const device = row.deviceFk === null ? undefined : await findDeviceKey(tx, row.deviceFk);
    if (rights.length === 0 || device === undefined) return null;
    const consent = consentRules[policies.remoteConsent];
    const expires = now() + DESKTOP_GRANT_LIFETIME_MS;
    const grant = signDesktopGrant(keyRing.command, {
      session: row.id,
      guid: row.deviceGuid,
      viewer_key: viewerKey,
      rights,
      expires_at: row.endsAt === null ? expires : Math.min(expires, row.endsAt.getTime()),
      ...(consent !== undefined && { consent }),
    });
    const admission = { session: row.id, company: row.companyFk, attempt: now() };
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

/** Guests who have the rights of an administrator end no session of others, and take none over. */
async function mayTake(tx: ReadTx, { userFk, consoleSession }: RemoteSessionRow): Promise<boolean> {
  const user = userFk === null ? undefined : await findUser(tx, userFk);
  if (user === undefined || !flagsOf(pickRightsColumns(user)).isAdmin) return false;
  const kind = consoleSession === null ? undefined : await findSessionKind(tx, consoleSession);
  return kind === undefined || !isGuestKind(kind);
}
