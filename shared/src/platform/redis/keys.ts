import type { CompanyPk, DevicePk } from '../../contract/ids.ts';

/**
 * Every company belongs to one of a few partitions, and all its keys carry the partition's hash tag: one script can
 * then change presence, sequence and stream together on a cluster, and workers read few streams however many
 * companies there are.
 */
export const PARTITIONS = 8;

export const partitions: readonly number[] = Array.from({ length: PARTITIONS }, (_, index) => index);
export const partitionOf = (company: CompanyPk): number => company % PARTITIONS;

/** A key of one company, in the slot of its partition. */
export const companyKey = (company: CompanyPk, name: string): string =>
  `{p${partitionOf(company)}}:c${company}:${name}`;

export const keys = {
  stream: (partition: number) => `{p${partition}}:stream`,
  seq: (company: CompanyPk) => companyKey(company, 'seq'),
  presence: (company: CompanyPk) => companyKey(company, 'presence'),
  held: (company: CompanyPk, gateway: string) => companyKey(company, `held:${gateway}`),
  index: (company: CompanyPk) => companyKey(company, 'index'),
  /** The newest fleet version that was published. */
  publishedVersion: (company: CompanyPk) => companyKey(company, 'published-version'),
  indexDraft: (company: CompanyPk, id: string) => companyKey(company, `index-draft:${id}`),
  usage: (company: CompanyPk) => companyKey(company, 'usage'),
  systemTimes: (company: CompanyPk) => companyKey(company, 'system-times'),
  captureRequests: (company: CompanyPk, gateway: string) => companyKey(company, `capture-requests:${gateway}`),
  /** Of which devices a frame is kept, and in which format. */
  frameFormats: (company: CompanyPk) => companyKey(company, 'frame-formats'),
  frame: (company: CompanyPk, device: DevicePk) => companyKey(company, `frame:${device}`),
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
