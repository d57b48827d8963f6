import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { DeviceGuid, DevicePk, UnknownAgentPk } from '../ids.ts';
import { pageQuery } from '../list-query.ts';
import * as devices from '../routes/devices.ts';

/** An agent whose credential and key are valid, of which the servers have neither a device nor a deletion. */
export const UnknownAgent = z.object({
  pk: UnknownAgentPk,
  guid: DeviceGuid,
  /** SHA-256 of its public key in base64url. */
  key_thumbprint: z.string(),
  /** Of its host; empty for an agent that names none. */
  name: z.string(),
  mac_addr: z.string(),
  user_os_str: z.string(),
  s_pri_ip: z.string(),
  s_pub_ip: z.string(),
  agent_version: z.string(),
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
});
export type UnknownAgent = z.infer<typeof UnknownAgent>;

export const listUnknownAgents = endpoint(devices.listUnknownAgents, {
  summary: 'List agents that these servers do not know, for example after a restored backup',
  query: pageQuery({ by: ['last_seen', 'first_seen', 'name'], order: 'desc' }),
  objects: z.array(UnknownAgent),
  meta: z.object({ total_count: z.int() }),
});

/** As many as one transaction adds without keeping enrolments waiting for long. */
export const MAX_READMITTED_AGENTS = 200;

/**
 * Makes devices of agents again, with their identity and key. They are placed in the default group, and use the volume
 * of the licence: all of them are taken in, or none. Those that are not listed any more are left out.
 * @throws Problem `licence_volume_exceeded`, `not_found` when none of them is listed
 */
export const readmitUnknownAgents = endpoint(devices.readmitUnknownAgents, {
  audits: ['agentReadmitted'],
  summary: 'Take agents in again that these servers do not know',
  body: z.object({ pks: z.array(UnknownAgentPk).min(1).max(MAX_READMITTED_AGENTS) }),
  objects: z.array(z.object({ pk: UnknownAgentPk, device_pk: DevicePk })),
});
