import { createEnrolToken, enrolAgent } from '@vigil/shared/contract/http/agents';
import { readDevice } from '@vigil/shared/contract/http/devices';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { createAgentKey } from './agent-key.ts';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import { openSocket, type TestSocket } from './sockets.ts';

/** A device that an agent enrolled, and the socket of that agent as often as it is wanted. */
export interface EnrolledAgent {
  readonly pk: DevicePk;
  readonly alias: string;
  connect(): Promise<TestSocket>;
}

/** Enrols a Linux device with a token of the client, who is an administrator. */
export async function enrolTestAgent(client: Client, alias: string): Promise<EnrolledAgent> {
  const { objects: token } = await client.call(createEnrolToken, { body: { uses: 1 } });
  const key = createAgentKey();
  const about = { name: alias, dev_os_id: 2 as const, user_os_str: 'Debian 13', mac_addr: '', agent_version: '1.0.0' };
  const body = { ...about, enrol_token: token.enrol_token, public_key: key.publicKey };
  const { objects: enrolled } = await client.call(enrolAgent, { body });
  return {
    pk: enrolled.device_pk,
    alias,
    connect: () => openSocket(`${client.url}/agent`, { auth: key.handshake(enrolled) }),
  };
}

/** Waits until the console shows a device as online. */
export const untilOnline = (client: Client, pk: DevicePk): Promise<void> =>
  eventually(async () => {
    const { objects } = await client.call(readDevice, { params: { pk: String(pk) } });
    if (objects[0]?.alive !== 1) throw new Error(`device ${pk} is not online`);
  });
