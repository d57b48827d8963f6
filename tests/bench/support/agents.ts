import { generateKeyPairSync, randomBytes, randomUUID, sign, type KeyObject } from 'node:crypto';
import { proofText } from '@vigil/shared/contract/agent-handshake';
import { CompanyPk, DevicePk, DeviceGuid } from '@vigil/shared/contract/ids';
import { readKeyRing } from '@vigil/shared/platform/key-ring';
import { createAgentCredentialSigner, thumbprintOf } from '@vigil/shared/platform/tokens';
import postgres from 'postgres';
import { io, type Socket } from 'socket.io-client';
import type { Stack } from '../../support/stack.ts';

/** A device that exists in the database, with what it takes to connect as it. */
export interface SeededAgent {
  readonly pk: DevicePk;
  readonly guid: DeviceGuid;
  readonly credential: string;
  readonly key: KeyObject;
}

const RAW_KEY_BYTES = 32;

/**
 * Puts devices of the first company, or of a new one, into the database directly: enrolling is not what is measured.
 */
export async function seedAgents(stack: Stack, count: number, companyName?: string): Promise<SeededAgent[]> {
  const { agent } = await readKeyRing(stack.keysFile);
  const signCredential = createAgentCredentialSigner(agent);
  // One key for all: the gateway does the same work for each, and making thousands would only take time here.
  const pair = generateKeyPairSync('ed25519');
  const raw = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-RAW_KEY_BYTES).toString('base64');
  await using sql = Object.assign(postgres(stack.databaseAdminUrl), {
    [Symbol.asyncDispose]: () => sql.end(),
  });
  const [group] =
    companyName === undefined
      ? await sql`select pk, company_fk from device_groups where flag_df_group = 1 order by pk limit 1`
      : await sql`
          with company as (insert into companies (name) values (${companyName}) returning pk)
          insert into device_groups (company_fk, name, flag_df_group) select pk, 'ROOT', 1 from company
          returning pk, company_fk`;
  const company = CompanyPk.parse(group?.['company_fk']);
  const guids = Array.from({ length: count }, () => randomUUID());
  const rows = await sql`
    insert into devices (company_fk, guid, public_key, alias, approval, device_group_fk, dev_os_id)
    select ${company}, guid::uuid, substr(guid, 1, 44), 'bench ' || ordinality, 1, ${group?.['pk']}, 2
    from unnest(${guids}::text[]) with ordinality as t(guid, ordinality) returning pk, guid`;
  return rows.map((row) => {
    const pk = DevicePk.parse(row['pk']);
    const guid = DeviceGuid.parse(row['guid']);
    const credential = signCredential({ guid, device: pk, company, key: raw, thumbprint: thumbprintOf(raw) });
    return { pk, guid, credential, key: pair.privateKey };
  });
}

export function handshake({
  guid,
  credential,
  key,
}: Pick<SeededAgent, 'guid' | 'credential' | 'key'>): Record<string, unknown> {
  const ts = Date.now();
  const nonce = randomBytes(16).toString('base64url');
  const sig = sign(null, Buffer.from(proofText('connect', { guid, ts, nonce })), key).toString('base64');
  return { credential, ts, nonce, sig, agent_version: '1.0.0' };
}

const options = { transports: ['websocket'], forceNew: true, reconnection: false };

/** A socket that proves itself and then does nothing. */
export const connectSeeded = (url: string, agent: SeededAgent): Socket =>
  io(`${url}/agent`, { ...options, auth: (give) => give(handshake(agent)) });

/** The same towards the bare server, which asks for no proof. */
export const connectBare = (url: string, device: number): Socket =>
  io(`${url}/agent`, { ...options, auth: { device } });

/** Opens many sockets, some at a time, and waits until all are connected. @throws when one is refused */
export async function connectAll<T>(
  items: readonly T[],
  connect: (item: T) => Socket,
  atOnce = 100,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const queue = [...items];
  const open = (item: T) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(item);
      sockets.push(socket);
      socket.once('connect', () => resolve());
      socket.once('connect_error', reject);
    });
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = queue.pop(); item !== undefined; item = queue.pop()) await open(item);
    }),
  );
  return sockets;
}
