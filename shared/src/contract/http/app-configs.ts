import * as z from 'zod';
import { configKeys, MAX_CONFIG_DESCRIPTION, MAX_CONFIG_NAME } from '../app-config-rules.ts';
import { AppConfigOverrides, configShape } from '../app-config.ts';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { AppConfigPk, DevicePk, GroupPk, pkInPath } from '../ids.ts';
import { normalizeText, isVisibleText } from '../patterns.ts';
import * as commands from '../routes/commands.ts';

/** Counts are of what the caller may see. */
export const AppConfig = z.object({
  pk: AppConfigPk,
  config_name: z.string(),
  description: z.string(),
  /** The keys that it sets (decision 68). */
  config: AppConfigOverrides,
  /** 1: applies to every device of the company, below all others; it cannot be deleted. */
  flag_df_config: Bit,
  /** Grows with each edit. */
  version: z.int(),
  updated_at: z.iso.datetime(),
  /** Devices and groups that it was given to. */
  device_count: z.int(),
  group_count: z.int(),
  /** Devices whose settings derive from it: directly, by a group above them, or as the default. */
  reach_count: z.int(),
});
export type AppConfig = z.infer<typeof AppConfig>;

const ConfigName = z
  .string()
  .max(400)
  .overwrite(normalizeText)
  .refine((name) => isVisibleText(name, MAX_CONFIG_NAME), 'not a name');
const Description = z.string().trim().max(MAX_CONFIG_DESCRIPTION);

const params = z.object({ pk: pkInPath(AppConfigPk) });

export const listAppConfigs = endpoint(commands.listAppConfigs, {
  summary: 'List the app configurations of the company, the default one first',
  objects: z.array(AppConfig),
});

/** @throws Problem `duplication_config_name`; `config_limit` beyond 200 */
export const createAppConfig = endpoint(commands.createAppConfig, {
  audits: ['configuration'],
  summary: 'Create an app configuration',
  body: z.object({ name: ConfigName, description: Description.default(''), config: AppConfigOverrides.default({}) }),
  objects: z.array(AppConfig),
});

/**
 * `config` replaces all keys; `version` is the one that the caller has read. Agents receive the change within 2 s.
 * @throws Problem `conflict` for an older version; `duplication_config_name`; `confirm_required` with the number of
 * devices that would get other settings, where it is over the company's `bulk_confirm_over`
 */
export const updateAppConfig = endpoint(commands.updateAppConfig, {
  audits: ['configuration'],
  summary: 'Change or rename an app configuration',
  params,
  body: z.object({
    name: ConfigName.optional(),
    description: Description.optional(),
    config: AppConfigOverrides.optional(),
    version: z.int(),
    confirm: z.int().optional(),
  }),
  objects: z.array(AppConfig),
});

/** @throws Problem `config_limit` */
export const copyAppConfig = endpoint(commands.copyAppConfig, {
  audits: ['configuration'],
  summary: 'Copy an app configuration; the copy has a free name and no devices',
  params,
  objects: z.array(AppConfig),
});

/**
 * Its devices and groups have none of their own afterwards, and inherit.
 * @throws Problem `default_config`; `confirm_required` for one in use, with the number of devices that would get other
 *   settings
 */
export const deleteAppConfig = endpoint(commands.deleteAppConfig, {
  audits: ['configuration'],
  summary: 'Delete an app configuration',
  params,
  query: z.object({ confirm: z.coerce.number().int().optional() }),
  objects: z.array(AppConfigPk),
});

/** A configuration that applies to a device or group, and what it was given to; `group` with the group. */
export const ConfigSource = z.object({
  source: z.enum(['device', 'group', 'default']),
  group_fk: GroupPk.nullable(),
  group_name: z.string().nullable(),
  pk: AppConfigPk,
  config_name: z.string(),
});
export type ConfigSource = z.infer<typeof ConfigSource>;

const values = Object.values(configShape) as [
  (typeof configShape)['proxy'],
  ...(typeof configShape)[keyof typeof configShape][],
];

/**
 * What applies to a device. `sources` begin with the strongest; the `from` of a key is an index of them, `company` for
 * a policy of the company (decision 91), or null for what applies where nothing is configured. The agent has applied
 * these settings once `applied_version`, which it reports, is `version`; null: not known, none reported.
 */
export const EffectiveDeviceConfig = z.object({
  device_pk: DevicePk,
  version: z.int().nullable(),
  applied_version: z.int().nullable(),
  sources: z.array(ConfigSource),
  keys: z.array(
    z.object({
      key: z.enum(configKeys as [(typeof configKeys)[number]]),
      value: z.union(values),
      from: z.union([z.int(), z.literal('company')]).nullable(),
    }),
  ),
});
export type EffectiveDeviceConfig = z.infer<typeof EffectiveDeviceConfig>;

export const readDeviceConfig = endpoint(commands.readDeviceConfig, {
  summary: 'Read the configuration that applies to a device, and whether its agent has applied it',
  params: z.object({ pk: pkInPath(DevicePk) }),
  objects: z.array(EffectiveDeviceConfig),
});
