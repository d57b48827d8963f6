import type { CompanyPk, DevicePk, GroupPk } from '../../contract/ids.ts';

/**
 * Every company belongs to one of a few partitions, and all its keys carry the partition's hash tag: one script can
 * then change presence, sequence and stream together on a cluster, and workers read few streams however many
 * companies there are.
 */
export const PARTITIONS = 8;

export const partitions: readonly number[] = Array.from({ length: PARTITIONS }, (_, index) => index);
export const partitionOf = (company: CompanyPk): number => company % PARTITIONS;

const of = (company: CompanyPk, name: string) => `{p${partitionOf(company)}}:c${company}:${name}`;

export const keys = {
  stream: (partition: number) => `{p${partition}}:stream`,
  seq: (company: CompanyPk) => of(company, 'seq'),
  presence: (company: CompanyPk) => of(company, 'presence'),
  held: (company: CompanyPk, gateway: string) => of(company, `held:${gateway}`),
  index: (company: CompanyPk) => of(company, 'index'),
  /** Counts the changes that the index was told, so that a rebuild knows whether it missed one. */
  indexChanges: (company: CompanyPk) => of(company, 'index-changes'),
  indexDraft: (company: CompanyPk, id: string) => of(company, `index-draft:${id}`),
  usage: (company: CompanyPk) => of(company, 'usage'),
  systemTimes: (company: CompanyPk) => of(company, 'system-times'),
  demand: (company: CompanyPk, gateway: string) => of(company, `demand:${gateway}`),
  /** Of which devices a frame is kept, and in which format. */
  frameFormats: (company: CompanyPk) => of(company, 'frame-formats'),
  frame: (company: CompanyPk, device: DevicePk) => of(company, `frame:${device}`),
  session: (id: string) => `{s:${id}}:session`,
  /** A sign-in that still waits for its one-time code. */
  halfSignIn: (id: string) => `{s:${id}}:half`,
  /** Wrong passwords for an ID that nobody has; by a digest, since people mistype into the wrong field. */
  failures: (digest: string) => `{f:${digest}}:failures`,
  /** How often one did one thing lately. */
  limit: (what: string, who: string) => `{l:${what}:${who}}:limit`,
  nonce: (guid: string, nonce: string) => `{n:${guid}}:nonce:${nonce}`,
  lease: (gateway: string) => `{gw}:lease:${gateway}`,
  gateways: '{gw}:known',
  companiesOf: (gateway: string) => `{gw}:companies:${gateway}`,
} as const;

export const channels = {
  live: (company: CompanyPk) => of(company, 'live'),
  usage: (company: CompanyPk, group: GroupPk) => of(company, `usage:g${group}`),
  demand: (company: CompanyPk) => of(company, 'demand'),
  sessions: '{s}:ended',
  everybody: '{all}:news',
  gateway: (gateway: string) => `{gw}:to:${gateway}`,
  frames: (gateway: string) => `{gw}:frames:${gateway}`,
  replies: (worker: string) => `{gw}:replies:${worker}`,
} as const;
