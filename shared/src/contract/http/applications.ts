import * as z from 'zod';
import {
  applicationActions,
  applicationKinds,
  applicationStates,
  MAX_APPLICATION_NAME,
  MAX_APPLICATION_VERSION,
  MAX_APPLICATION_PIN_LENGTH,
  MIN_APPLICATION_PIN_LENGTH,
  UPLOAD_CHUNK_BYTES,
} from '../application-rules.ts';
import { InstallerArguments, Sha256 } from '../application.ts';
import { CommandState } from '../command.ts';
import { Bit } from '../device.ts';
import { bodyBytesOfDeviceList, endpoint } from '../endpoint.ts';
import { ApplicationPk, CommandId, DevicePk, GroupPk, pkInPath } from '../ids.ts';
import { MAX_BULK_DEVICES } from '../limits.ts';
import { normalizeText, hasHiddenCharacters, isVisibleText } from '../patterns.ts';
import * as commands from '../routes/commands.ts';

const visible = (limit: number) =>
  z
    .string()
    .max(limit * 4)
    .overwrite(normalizeText)
    .refine((text) => isVisibleText(text, limit), 'not a name');

/**
 * Devices that the caller sees. `installed`: as the last command that was done has left it; `open` and `failed`: the
 * last command.
 */
const Counts = z.object({ installed: z.int(), open: z.int(), failed: z.int() });

export const Application = z.object({
  pk: ApplicationPk,
  /** The group that it is listed with; null: the whole company. */
  device_group_fk: GroupPk.nullable(),
  app_name: z.string(),
  app_version: z.string(),
  file_name: z.string(),
  /** Found in the file; null before its first bytes have arrived. */
  kind: z.enum(applicationKinds).nullable(),
  /** Bytes, and how many of them have arrived. */
  size: z.int(),
  received: z.int(),
  state: z.enum(applicationStates),
  /** Of the complete file. */
  sha256: z.string().nullable(),
  /** 0: kept, but not offered for installation. */
  flag_install: Bit,
  install_args: z.array(z.string()),
  /** A program that is run after the installation, with its arguments; empty for none. */
  run_after: z.array(z.string()),
  /** 1: installation and removal ask for the PIN. */
  flag_pin: Bit,
  uploader_name: z.string(),
  created_at: z.iso.datetime(),
  counts: Counts,
});
export type Application = z.infer<typeof Application>;

const params = z.object({ pk: pkInPath(ApplicationPk) });

const Pin = z.string().regex(new RegExp(`^\\d{${MIN_APPLICATION_PIN_LENGTH},${MAX_APPLICATION_PIN_LENGTH}}$`, 'u'));
const choices = { flag_install: Bit, install_args: InstallerArguments, run_after: InstallerArguments };

export const listApplications = endpoint(commands.listApplications, {
  summary: 'List the applications of the company and of the groups that the caller sees, newest first',
  objects: z.array(Application),
  meta: z.object({ used_bytes: z.int(), max_bytes: z.int(), max_file_bytes: z.int() }),
});

export const readApplication = endpoint(commands.readApplication, {
  summary: 'Read an application; while it is uploaded, `received` tells where to go on',
  params,
  objects: z.array(Application),
});

/**
 * Its file follows in pieces (`uploadApplicationPiece`); one that is not complete is deleted after a day. With
 * `sha256`, another file is refused at the end.
 * @throws Problem `application_exists`, `too_large`; `application_limit` beyond the company's space or number
 */
export const createApplication = endpoint(commands.createApplication, {
  audits: ['application'],
  summary: 'Create an application, whose file is then uploaded in pieces',
  body: z.object({
    device_group_fk: GroupPk.nullable().default(null),
    name: visible(MAX_APPLICATION_NAME),
    version: visible(MAX_APPLICATION_VERSION),
    file_name: z
      .string()
      .min(1)
      .max(200)
      .refine((name) => !hasHiddenCharacters(name) && !/[/\\]/u.test(name), 'not a file name'),
    size: z.int().positive(),
    sha256: Sha256.optional(),
    flag_install: choices.flag_install.default(1),
    install_args: choices.install_args.default([]),
    run_after: choices.run_after.default([]),
    pin: Pin.optional(),
  }),
  objects: z.array(Application),
});

/**
 * The body is the next piece of the file (application/octet-stream, up to 1 MiB); the last one completes it. An empty
 * piece at the end completes a file whose last answer was lost.
 * @throws Problem `conflict` with the offset to go on from; `hash_mismatch` for a piece that is not `sha256`;
 * `hash_mismatch` for a file that is not the announced one, and `unsupported_file`, after which the application is
 * deleted
 */
export const uploadApplicationPiece = endpoint(commands.uploadApplicationPiece, {
  audits: ['application'],
  summary: 'Upload the next piece of the file of an application',
  params,
  query: z.object({
    /** Where the piece begins: `received` of the application. */
    offset: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    sha256: Sha256.optional(),
  }),
  bodyLimit: UPLOAD_CHUNK_BYTES,
  ownLimit: true,
  objects: z.array(Application),
});

export const changeInstallSettings = endpoint(commands.changeInstallSettings, {
  audits: ['application'],
  summary: 'Change how an application is installed; `pin` null removes the PIN',
  params,
  body: z.object({
    flag_install: choices.flag_install.optional(),
    install_args: choices.install_args.optional(),
    run_after: choices.run_after.optional(),
    pin: Pin.nullable().optional(),
  }),
  objects: z.array(Application),
});

/** What was installed stays on the devices; what is scheduled is cancelled. */
export const deleteApplication = endpoint(commands.deleteApplication, {
  audits: ['application'],
  summary: 'Delete an application with its file',
  params,
  objects: z.array(ApplicationPk),
});

/**
 * One signed command a device, of the devices that are named, or of a group with everything below it. A scheduled one
 * is sent at its time; a device that is offline then fails. `refused` as for bulk commands, and `install_unsupported`
 * for those whose system runs no files of this kind, which are not counted for `confirm`.
 * @throws Problem `application_not_ready`, `invalid_pin`, `schedule_invalid`, `install_unsupported` for a kind that
 * cannot be removed; `confirm_required` with the number of devices
 */
export const installApplication = endpoint(commands.installApplication, {
  audits: ['application'],
  summary: 'Install an application on devices or on a group, or remove it from them, now or at a time',
  params,
  bodyLimit: bodyBytesOfDeviceList(MAX_BULK_DEVICES),
  body: z.object({
    device_pks: z.array(DevicePk).min(1).max(MAX_BULK_DEVICES).optional(),
    device_group_pk: GroupPk.optional(),
    action: z.enum(applicationActions).default('install'),
    schedule_time: z.iso.datetime().optional(),
    pin: z.string().max(40).optional(),
    confirm: z.int().optional(),
    /** Chosen by the caller so that a repeated request makes no second commands. */
    bulk_id: z.uuid().optional(),
  }),
  objects: z.object({
    bulk_id: z.uuid(),
    commands: z.array(z.object({ id: CommandId, device_pk: DevicePk, state: CommandState })),
    refused: z.array(z.object({ device_pk: DevicePk, code: z.string() })),
  }),
});

/** `id` is that of the command in the ledger; `message` is a problem code or a text of the agent. */
export const ApplicationInstallation = z.object({
  id: CommandId,
  device_pk: DevicePk,
  device_alias: z.string(),
  action: z.enum(applicationActions),
  state: CommandState,
  percent: z.number().nullable(),
  message: z.string().nullable(),
  /** The end of the installer's output. */
  output: z.string().nullable(),
  /** Null for one that was to run at once. */
  schedule_time: z.iso.datetime().nullable(),
  issuer_name: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type ApplicationInstallation = z.infer<typeof ApplicationInstallation>;

export const listInstallations = endpoint(commands.listInstallations, {
  summary:
    'List the last installation or removal of an application on each device that the caller sees, failures first',
  params,
  objects: z.array(ApplicationInstallation),
});

/** @throws Problem `conflict` for one that was sent already */
export const cancelInstallation = endpoint(commands.cancelInstallation, {
  audits: ['application'],
  summary: 'Cancel a scheduled installation',
  params: params.extend({ id: CommandId }),
  objects: z.array(CommandId),
});
