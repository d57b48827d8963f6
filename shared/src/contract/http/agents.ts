import { z } from 'zod';
import { admin, agentProof, anyone } from '../access.ts';
import { AgentHandshake } from '../agent-handshake.ts';
import { Bit, OsId } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { DevicePk, EnrolTokenPk, GroupPk, Guid, pkInPath } from '../ids.ts';

const text = z.string().max(300);

export const enrolAgent = endpoint({
  method: 'POST',
  path: '/agents/enrol',
  access: anyone,
  summary:
    'Enrol a device with an enrolment token; the same key gives the same device. Failures are limited by address',
  body: z.object({
    enrol_token: z.string().max(200),
    /** Raw Ed25519 public key, 32 bytes in base64. */
    public_key: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
    name: z.string().trim().min(1).max(64),
    dev_os_id: OsId,
    user_os_str: text,
    mac_addr: text,
    agent_version: z.string().max(40),
    guid: Guid.optional(),
  }),
  objects: z.object({
    guid: Guid,
    device_pk: DevicePk,
    alias: z.string(),
    approval: Bit,
    gateway_url: z.string(),
    credential: z.string(),
  }),
});

export const renewAgent = endpoint({
  method: 'POST',
  path: '/agents/renew',
  access: agentProof,
  summary: 'Renew the credential of an agent that proves possession of its key; an expired credential is accepted',
  body: AgentHandshake,
  objects: z.object({ credential: z.string(), gateway_url: z.string() }),
});

export const EnrolToken = z.object({
  pk: EnrolTokenPk,
  expires_at: z.iso.datetime(),
  uses_left: z.int().nullable(),
  group_pk: GroupPk.nullable(),
  auto_accept: Bit,
  created_at: z.iso.datetime(),
});

export const listEnrolTokens = endpoint({
  method: 'GET',
  path: '/agents/enrol-tokens',
  access: admin,
  summary: 'List valid enrolment tokens, without their values',
  objects: z.array(EnrolToken),
});

export const createEnrolToken = endpoint({
  method: 'POST',
  path: '/agents/enrol-tokens',
  access: admin,
  summary: 'Create an enrolment token; its value is shown once',
  body: z.object({
    expires_in_h: z.number().positive().max(8_760).default(24),
    /** How many devices it enrols; null = any number, for as long as it is valid. */
    uses: z.int().min(1).max(100_000).nullable().default(100),
    group_pk: GroupPk.optional(),
    auto_accept: z.boolean().default(true),
  }),
  objects: z.object({ pk: EnrolTokenPk, enrol_token: z.string(), expires_at: z.iso.datetime() }),
});

export const deleteEnrolToken = endpoint({
  method: 'DELETE',
  path: '/agents/enrol-tokens/:pk',
  access: admin,
  summary: 'Revoke an enrolment token',
  params: z.object({ pk: pkInPath(EnrolTokenPk) }),
  objects: z.array(EnrolTokenPk),
});
