import type { AgentHandshake } from '@vigil/shared/contract/agent-handshake';
import { cutText } from '@vigil/shared/contract/cut-text';
import type { DevicePk } from '@vigil/shared/contract/ids';
import type { Tx } from '@vigil/shared/platform/db/client';
import type { AgentCredential } from '@vigil/shared/platform/tokens';
import { isDeletionRecorded, saveUnknownAgent } from './unknown/queries.ts';

/** What becomes of the renewal of an agent: the credential of this device, or a refusal. */
export type Renewal = { readonly device: DevicePk } | { readonly refusal: 'agent_deleted' | 'device_unknown' };

const MAX_VERSION = 40;

/**
 * Why an agent without a device gets no credential. Only a recorded deletion makes it forget itself. Otherwise these
 * servers may have older data than the agent, or those of another installation: it is stored as unknown, so that an
 * administrator can take it in again.
 */
export async function refuseRenewal(
  tx: Tx,
  seen: { known: AgentCredential; body: AgentHandshake; publicIp: string; at: Date },
): Promise<Renewal> {
  const { known, body, publicIp, at } = seen;
  if (await isDeletionRecorded(tx, known)) return { refusal: 'agent_deleted' };
  const { hardware } = body;
  await saveUnknownAgent(tx, {
    companyFk: known.company,
    guid: known.guid,
    publicKey: known.key,
    name: hardware?.name ?? '',
    macAddr: hardware?.mac_addr ?? '',
    osName: hardware?.user_os_str ?? '',
    privateIp: hardware?.s_pri_ip ?? '',
    hardwareId: hardware?.id ?? null,
    publicIp,
    agentVersion: cutText(body.agent_version, MAX_VERSION),
    firstSeen: at,
    lastSeen: at,
  });
  return { refusal: 'device_unknown' };
}
