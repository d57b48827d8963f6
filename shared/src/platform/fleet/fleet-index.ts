import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Bit } from '../../contract/device.ts';
import { AgentPolicies } from '../../contract/events/agent-down/settings.ts';
import { DEFAULT_FRAME_POLICIES, FramePolicies } from '../../contract/frame-policies.ts';
import type { AppConfigPk, CompanyPk, DeviceGuid, DevicePk, GroupPk } from '../../contract/ids.ts';
import type { CompanyDatabase, ReadTx } from '../db/client.ts';
import { redisKeys } from '../redis/keys.ts';
import type { Redis } from '../redis/redis.ts';
import { readLua, loadLuaScript } from '../redis/script.ts';
import type { IndexEdit, IndexedDevice, IndexedGroup } from './change.ts';

type ConfigValues = Readonly<Record<string, unknown>>;

/** An entry with the fleet version that changed it last. */
type Versioned<T> = T & { readonly version: number };

/**
 * The part of a company's fleet that gateways need to route messages, to refuse agents and to configure them. It is
 * stored in Redis, so that gateways need no database, and rebuilt from Postgres when the versions disagree.
 */
export interface FleetIndex {
  version: number;
  readonly devices: Map<DevicePk, Versioned<IndexedDevice>>;
  readonly groups: Map<GroupPk, Versioned<IndexedGroup>>;
  /** The `config` of one that was deleted is null: its users have other settings since that version. */
  readonly configs: Map<AppConfigPk, { readonly config: ConfigValues | null; readonly version: number }>;
  /** The configuration that applies to every device, below all others. */
  base: AppConfigPk | null;
  policies: { readonly policies: AgentPolicies | null; readonly version: number };
  frames: FramePolicies;
}

/*
 * One Redis hash a company. Field `version` is the fleet version up to which it is complete; without it there is no
 * index. The others: `d<pk>` = version|group|approval|config|keyHolders|guid, `g<pk>` = version|parent|config, `c<pk>`,
 * `base` (the pk of the default configuration), `policies` and `frames` = version|JSON. `-` stands for null.
 */
const NONE = '-';
/** In an edit (edit-index.lua): the part is not changed. */
const KEEP = '=';

const optional = (value: number | string | null) => (value === null ? NONE : String(value));
const kept = (value: number | string | null | undefined) => (value === undefined ? KEEP : optional(value));
const deviceParts = ({ group, approval, config, keyHolders, guid }: Partial<IndexedDevice>) =>
  [kept(group), kept(approval), kept(config), kept(keyHolders), kept(guid)].join('|');
const groupParts = ({ parent, config }: Partial<IndexedGroup>) => [kept(parent), kept(config)].join('|');

/** Not validated, because only the scripts below write these values. */
const optionalPk = (part: string | undefined): number | null =>
  part === undefined || part === NONE ? null : Number(part);

export const createFleetIndex = (): FleetIndex => ({
  version: 0,
  devices: new Map(),
  groups: new Map(),
  configs: new Map(),
  base: null,
  policies: { policies: null, version: 0 },
  frames: DEFAULT_FRAME_POLICIES,
});

function parseDevice(value: string): Versioned<IndexedDevice> {
  const [version, group, approval, config, keyHolders = NONE, guid = NONE] = value.split('|');
  return {
    version: Number(version),
    group: Number(group) as GroupPk,
    approval: Number(approval) as Bit,
    config: optionalPk(config) as AppConfigPk | null,
    keyHolders: keyHolders === NONE ? null : keyHolders,
    guid: guid === NONE ? null : (guid as DeviceGuid),
  };
}

function parseGroup(value: string): Versioned<IndexedGroup> {
  const [version, parent, config] = value.split('|');
  return {
    version: Number(version),
    parent: optionalPk(parent) as GroupPk | null,
    config: optionalPk(config) as AppConfigPk | null,
  };
}

function parseVersionedJson(value: string): { version: number; json: unknown } {
  const end = value.indexOf('|');
  return { version: Number(value.slice(0, end)), json: JSON.parse(value.slice(end + 1)) };
}

/** The index, or null when it has not been built (a fresh or emptied Redis). */
export async function readFleetIndex(redis: Redis, company: CompanyPk): Promise<FleetIndex | null> {
  return parseIndex(await redis.commands.hGetAll(redisKeys.index(company)));
}

/**
 * The part of the index that the settings of one device derive from, or null without an index. Changes while it is read
 * may leave it between two versions.
 */
export async function readDeviceIndex(redis: Redis, company: CompanyPk, device: DevicePk): Promise<FleetIndex | null> {
  const fields: Record<string, string> = {};
  const read = async (names: readonly string[]) => {
    const values = await redis.commands.hmGet(redisKeys.index(company), [...names]);
    for (const [i, name] of names.entries()) if (values[i]) fields[name] = values[i];
  };
  await read(['version', 'policies', 'frames', 'base', `d${device}`]);
  const { [`d${device}`]: own, base } = fields;
  if (own === undefined) return parseIndex(fields);
  const { group, config } = parseDevice(own);
  const configs = [config, base === undefined ? null : (parseVersionedJson(base).json as AppConfigPk)];
  for (let at: GroupPk | null = group; at !== null && fields[`g${at}`] === undefined;) {
    await read([`g${at}`]);
    const found = fields[`g${at}`];
    if (found === undefined) break;
    const { parent, config: shared } = parseGroup(found);
    configs.push(shared);
    at = parent;
  }
  const named = configs.filter((pk) => pk !== null).map((pk) => `c${pk}`);
  if (named.length > 0) await read(named);
  return parseIndex(fields);
}

function parseIndex({ version, policies, frames, base, ...fields }: Record<string, string>): FleetIndex | null {
  if (version === undefined) return null;
  const index: FleetIndex = { ...createFleetIndex(), version: Number(version) };
  for (const [field, value] of Object.entries(fields)) {
    const pk = Number(field.slice(1));
    if (field.startsWith('d')) index.devices.set(pk as DevicePk, parseDevice(value));
    else if (field.startsWith('g')) index.groups.set(pk as GroupPk, parseGroup(value));
    else {
      const { version: since, json } = parseVersionedJson(value);
      index.configs.set(pk as AppConfigPk, { config: json as ConfigValues | null, version: since });
    }
  }
  if (base !== undefined) index.base = parseVersionedJson(base).json as AppConfigPk;
  if (policies !== undefined) {
    const { version: since, json } = parseVersionedJson(policies);
    index.policies = { policies: AgentPolicies.parse(json), version: since };
  }
  if (frames !== undefined) index.frames = FramePolicies.parse(parseVersionedJson(frames).json);
  return index;
}

/** The fleet version up to which the index is complete, or null when there is none. */
export async function readIndexVersion(redis: Redis, company: CompanyPk): Promise<number | null> {
  const version = await redis.commands.hGet(redisKeys.index(company), 'version');
  return version === null ? null : Number(version);
}

/** Reads one device from Redis, where the copy in memory may be out of date. */
export async function readIndexedDevice(redis: Redis, company: CompanyPk, device: DevicePk) {
  const value = await redis.commands.hGet(redisKeys.index(company), `d${device}`);
  return value === null ? null : parseDevice(value);
}

/** Applies a change to an index in memory. Idempotent. */
export function applyToIndex(index: FleetIndex, edits: readonly IndexEdit[], version: number): void {
  index.version = Math.max(index.version, version);
  for (const edit of edits) {
    if ('policies' in edit) index.policies = { policies: edit.policies, version };
    else if ('frames' in edit) index.frames = edit.frames;
    else if ('base' in edit) index.base = edit.base;
    else if ('config' in edit) index.configs.set(edit.config, { config: edit.put, version });
    else if ('device' in edit) {
      if ('put' in edit) setOrDelete(index.devices, edit.device, edit.put && { ...edit.put, version });
      else
        patchEntry(index.devices, edit.device, { known: index.devices.get(edit.device), patch: edit.patch, version });
    } else if ('put' in edit) setOrDelete(index.groups, edit.group, edit.put && { ...edit.put, version });
    else {
      const known = index.groups.get(edit.group) ?? { parent: null, config: null, version: 0 };
      patchEntry(index.groups, edit.group, { known, patch: edit.patch, version });
    }
  }
}

/** An entry that a patch does not change keeps its version, so that renaming a group sends no settings to agents. */
function patchEntry<K, V extends object>(
  map: Map<K, Versioned<V>>,
  key: K,
  { known, patch, version }: { known: Versioned<V> | undefined; patch: Partial<V>; version: number },
): void {
  if (!known) return;
  const isSame = (Object.keys(patch) as (keyof V)[]).every((name) => patch[name] === known[name]);
  map.set(key, isSame ? known : { ...known, ...patch, version });
}

function setOrDelete<K, V>(map: Map<K, V>, key: K, value: V | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

type EditCall = [how: 'put' | 'patch' | 'upsert' | 'delete', field: string, value: string];

function callOf(edit: IndexEdit): EditCall {
  if ('policies' in edit) return ['put', 'policies', JSON.stringify(edit.policies)];
  if ('frames' in edit) return ['put', 'frames', JSON.stringify(edit.frames)];
  if ('base' in edit) return ['put', 'base', String(edit.base)];
  if ('config' in edit) return ['put', `c${edit.config}`, JSON.stringify(edit.put)];
  if ('device' in edit) {
    const field = `d${edit.device}`;
    return 'put' in edit
      ? putOrDelete(field, edit.put && deviceParts(edit.put))
      : ['patch', field, deviceParts(edit.patch)];
  }
  const field = `g${edit.group}`;
  return 'put' in edit
    ? putOrDelete(field, edit.put && groupParts(edit.put))
    : ['upsert', field, groupParts(edit.patch)];
}

const putOrDelete = (field: string, value: string | null): EditCall =>
  value === null ? ['delete', field, ''] : ['put', field, value];

/** Edits as arguments of `editIndexLua`, three each. */
export const editArguments = (edits: readonly IndexEdit[]): string[] => edits.flatMap(callOf);

export const editIndexLua = readLua(new URL('edit-index.lua', import.meta.url));

const FIELDS_PER_CALL = 2_000;
const DRAFT_TTL_S = 60;
const REBUILD_ATTEMPTS = 10;

const install = loadLuaScript(new URL('install-index.lua', import.meta.url), {
  keys: ['index', 'draft', 'published'],
  args: ['version', 'fields'],
});

/**
 * Rebuilds the index of a company from the database. Changes during the rebuild are applied to the old index only, so
 * the new index is installed only if there were none; otherwise the database is read again.
 * @returns the version of the new index
 * @throws when changes never pause for long enough
 */
export async function rebuildFleetIndex(redis: Redis, database: CompanyDatabase, company: CompanyPk): Promise<number> {
  for (let attempt = 0; attempt < REBUILD_ATTEMPTS; attempt += 1) {
    const fields = await database.read(company, (tx) => selectFields(tx, company));
    const version = fields['version'] ?? '0';
    const draft = redisKeys.indexDraft(company, randomUUID());
    const entries = Object.entries(fields);
    for (let i = 0; i < entries.length; i += FIELDS_PER_CALL) {
      await redis.commands
        .multi()
        .hSet(draft, Object.fromEntries(entries.slice(i, i + FIELDS_PER_CALL)))
        .expire(draft, DRAFT_TTL_S)
        .exec();
    }
    const isInstalled = await redis.run(install, {
      keys: { index: redisKeys.index(company), draft, published: redisKeys.publishedVersion(company) },
      args: { version, fields: entries.length },
    });
    if (isInstalled === 1) return Number(version);
  }
  throw new Error(`the fleet of company ${company} changes faster than its index can be built`);
}

/** All fields of an index in one statement, and so of one snapshot. Every entry gets the newest version. */
async function selectFields(tx: ReadTx, company: CompanyPk): Promise<Record<string, string>> {
  const rows = await tx.execute<{ field: string; value: string }>(sql`
    with v as (select fleet_version::text as version from companies where pk = ${company})
    select 'version' as field, version as value from v
    union all
    select 'd' || d.pk, concat_ws('|', v.version, d.device_group_fk, d.approval, coalesce(d.app_config_fk::text, ${NONE}),
        case when h.device_fk is null or d.hardware_id is null then ${NONE} else concat_ws(',', d.hardware_id, h.barred) end, d.guid)
      from v, devices d left join (
        select device_fk, string_agg(hardware_id, ',' order by barred_at, hardware_id) filter (where barred_at is not null) as barred
          from device_hardware where company_fk = ${company} group by device_fk
      ) h on h.device_fk = d.pk where d.company_fk = ${company}
    union all
    select 'g' || g.pk, concat_ws('|', v.version, coalesce(g.group_fk::text, ${NONE}), coalesce(g.app_config_fk::text, ${NONE}))
      from device_groups g, v where g.company_fk = ${company}
    union all
    select 'c' || c.pk, v.version || '|' || c.config::text from app_configs c, v where c.company_fk = ${company}
    union all
    select 'base', v.version || '|' || c.pk from app_configs c, v where c.company_fk = ${company} and c.flag_df_config = 1
    union all
    select 'policies', v.version || '|' || (to_jsonb(p) - 'changes')::text from policies p, v where p.company_fk = ${company}
    union all
    select 'frames', v.version || '|' || (to_jsonb(p) - 'changes')::text from policies p, v where p.company_fk = ${company}`);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}
