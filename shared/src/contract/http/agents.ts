import * as z from 'zod';
import { AgentHandshake } from '../agent-handshake.ts';
import { AgentPublicKey } from '../agent-key.ts';
import { commandKeyFields } from '../command-signature.ts';
import { Bit, OsId } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { Hardware } from '../hardware.ts';
import { DevicePk, EnrolTokenPk, GroupPk, DeviceGuid, pkInPath } from '../ids.ts';
import { MAX_DEVICE_NAME } from '../limits.ts';
import { cleanName, isVisibleText } from '../patterns.ts';
import { releaseKeyFields } from '../release.ts';
import * as devices from '../routes/devices.ts';

const text = z.string().max(300);

/** What an agent says of its host when it becomes a device. */
const host = {
  /** Characters that hide or reorder text are left out. */
  name: z
    .string()
    .overwrite(cleanName)
    .max(MAX_DEVICE_NAME)
    .refine((name) => isVisibleText(name, MAX_DEVICE_NAME), 'not a name'),
  dev_os_id: OsId,
  user_os_str: text,
  mac_addr: text,
  agent_version: z.string().max(40),
};

const Enrolled = z.object({
  guid: DeviceGuid,
  device_pk: DevicePk,
  alias: z.string(),
  approval: Bit,
  gateway_url: z.string(),
  credential: z.string(),
  ...commandKeyFields,
  ...releaseKeyFields,
});

export const enrolAgent = endpoint(devices.enrolAgent, {
  audits: { none: 'by the agent of a device' },
  summary:
    'Enrol a device with an enrolment token; the same key gives the same device. Failures are limited by address',
  body: z.object({
    enrol_token: z.string().max(200),
    public_key: AgentPublicKey,
    ...host,
    guid: DeviceGuid.optional(),
  }),
  objects: Enrolled,
});

export const renewAgentCredential = endpoint(devices.renewAgentCredential, {
  audits: { none: 'by the agent of a device' },
  summary: 'Renew the credential of an agent that proves possession of its key; an expired credential is accepted',
  body: AgentHandshake,
  objects: z.object({
    credential: z.string(),
    gateway_url: z.string(),
    ...commandKeyFields,
    ...releaseKeyFields,
  }),
});

/**
 * For hardware that an administrator has split from the device whose key it uses (decision 95). The proof is made with
 * the old key, `new_sig` with the new one (`copiedDeviceKeyProofText`). The same new key gives the same device; it uses
 * the volume of the licence.
 * @throws Problem `conflict` when this hardware was not split from the device, `licence_volume_exceeded`
 */
export const enrolCopiedDevice = endpoint(devices.enrolCopiedDevice, {
  audits: { none: 'by the agent of a device' },
  summary: 'Make hardware that was split from a device a device of its own, with a new key',
  body: AgentHandshake.extend({ ...host, hardware: Hardware, new_key: AgentPublicKey, new_sig: z.string().max(200) }),
  objects: Enrolled,
});

export const EnrolToken = z.object({
  pk: EnrolTokenPk,
  expires_at: z.iso.datetime(),
  uses_left: z.int().nullable(),
  /** How many devices it has enrolled. */
  used: z.int(),
  /** Name of the user who created it; null for operators, and for users who are gone. */
  created_by: z.string().nullable(),
  group_pk: GroupPk.nullable(),
  auto_accept: Bit,
  created_at: z.iso.datetime(),
});

export const listEnrolTokens = endpoint(devices.listEnrolTokens, {
  summary: 'List valid enrolment tokens, without their values',
  objects: z.array(EnrolToken),
});

/** Not for API tokens: what a token created would enrol devices after the token was revoked. */
export const createEnrolToken = endpoint(devices.createEnrolToken, {
  audits: ['enrolToken'],
  summary: 'Create an enrolment token; its value is shown to its creator only, for a day',
  body: z.object({
    expires_in_h: z.number().positive().max(8_760).default(24),
    /** How many devices it enrols; null = any number, for as long as it is valid. */
    uses: z.int().min(1).max(100_000).nullable().default(100),
    group_pk: GroupPk.optional(),
    auto_accept: z.boolean().default(true),
    /**
     * Answers with the caller's token of the last day that was created with the same values, if it can still be used.
     */
    reuse: z.boolean().default(false),
  }),
  objects: z.object({ pk: EnrolTokenPk, enrol_token: z.string(), expires_at: z.iso.datetime() }),
});

export const deleteEnrolToken = endpoint(devices.deleteEnrolToken, {
  audits: ['enrolToken'],
  summary: 'Revoke an enrolment token',
  params: z.object({ pk: pkInPath(EnrolTokenPk) }),
  objects: z.array(EnrolTokenPk),
});
