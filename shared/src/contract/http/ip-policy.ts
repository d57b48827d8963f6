import * as z from 'zod';
import { Bit } from '../device.ts';
import { endpoint } from '../endpoint.ts';
import { IpRulePk } from '../ids.ts';
import { MAX_IP_BODY_BYTES, MAX_IP_REASON, MAX_IP_RULES } from '../ip-rules.ts';
import { ListMeta, pageQuery, searchBy } from '../list-query.ts';
import * as company from '../routes/company.ts';
import { ImportRowResult } from './imports.ts';

/**
 * An address, a subnet (`10.0.0.0/8`) or a range (spec 3 §3). Of each array the first item counts; `end_ip_address` is
 * empty for an address and for a subnet.
 */
export const IpRule = z.object({
  pk: IpRulePk,
  start_ip_address: z.array(z.string()),
  end_ip_address: z.array(z.string()),
  reason: z.string(),
  time_added: z.iso.datetime(),
});
export type IpRule = z.infer<typeof IpRule>;

/**
 * Whether an address may connect now. `rule` is the first added rule that covers it, also while the rules are not in
 * force.
 */
export const AddressAccess = z.object({
  address: z.string(),
  denial: z.enum(['external_access', 'ip_block', 'ip_allow']).nullable(),
  rule: IpRule.nullable(),
});
export type AddressAccess = z.infer<typeof AddressAccess>;

/**
 * A block of addresses on the map of the rules: `10.0.0.0/8`, `2001::/16`, or the first and the last of several.
 * `parts` are the first and last of its 256 cells that are listed, `own` is the cell of the caller's address.
 */
export const IpAddressMapRow = z.object({
  block: z.string(),
  parts: z.array(z.tuple([z.int(), z.int()])),
  own: z.int().nullable(),
});
export type IpAddressMapRow = z.infer<typeof IpAddressMapRow>;

/**
 * `policy_use`: the rules are in force; `block` 1: they are refused, 0: they alone are admitted; `external` 0: private
 * addresses only (decision 39). An empty list is not enforced. `list` is one page.
 */
export const IpPolicy = z.object({
  policy_use: Bit,
  block: Bit,
  external: Bit,
  list: z.array(IpRule),
  /** The number of all rules, independent of the query. */
  rule_count: z.int(),
  my_ip: z.string(),
  own: AddressAccess,
  checked: AddressAccess.nullable(),
  /** Where the rules in force lie; `more` blocks are left out. */
  map: z.object({ rows: z.array(IpAddressMapRow), more: z.int() }),
});
export type IpPolicy = z.infer<typeof IpPolicy>;

/**
 * The search in `address` finds rules that are written with the text, and those that cover it if it is an address.
 * `check` is an address to compare with the policy.
 * @throws Problem `not_allowed` with the reason `policy` where an operator has switched IP rules off, `ip_range_error`
 * for a `check` that is no address
 */
export const readIpPolicy = endpoint(company.readIpPolicy, {
  summary: 'Read the IP rules of the company, and which of them covers your own address',
  query: pageQuery({ by: ['time_added', 'start_ip_address', 'reason'], order: 'desc' }).extend({
    ...searchBy(['address', 'reason']),
    /** Without it all rules are answered, as in the specification. */
    limit: z.coerce.number().int().min(0).max(MAX_IP_RULES).default(MAX_IP_RULES),
    check: z.string().max(60).optional(),
  }),
  objects: z.array(IpPolicy),
  meta: ListMeta,
});

/** The rules of an address are those of the rule: a wrong one is `ip_range_error`, not a malformed request. */
const text = z.string().max(100);
/** An address, or an array whose first item counts. */
const address = z.union([text, z.array(text).transform(([first = '']) => first)]).default('');

export const IpRuleInput = z.object({
  start_ip_address: address,
  end_ip_address: address,
  reason: z.string().trim().max(MAX_IP_REASON).default(''),
});
export type IpRuleInput = z.infer<typeof IpRuleInput>;

const how = {
  /** Says what would happen, and changes nothing. */
  preview: Bit.default(0),
  /** The number of sessions that end, which the caller was told. */
  confirm: z.int().nonnegative().optional(),
};
const rows = z.array(IpRuleInput).min(1).max(MAX_IP_RULES).optional();

export const IpPolicyChangeBody = z.discriminatedUnion('type', [
  /** `block` changes only while the policy is in force (spec 3 §4). */
  z.object({ type: z.literal('set'), policy_use: Bit, block: Bit.optional(), external: Bit.optional(), ...how }),
  z.object({ type: z.literal('post'), ...IpRuleInput.shape, rows, ...how }),
  /** `all` deletes every rule; otherwise those with the same start and end. */
  z.object({ type: z.literal('delete'), ...IpRuleInput.shape, rows, all: z.literal(1).optional(), ...how }),
]);
export type IpPolicyChangeBody = z.infer<typeof IpPolicyChangeBody>;

/** The sessions that a change ends: those that were last used from where it does not admit them. */
export const AffectedSessions = z.object({
  count: z.int(),
  /** How many people they belong to. */
  people: z.int(),
  /** The caller's own session is one of them. */
  own: z.boolean(),
  /** Some of them, the caller's first. */
  sessions: z.array(z.object({ name: z.string(), mgrid: z.string(), ip: z.string(), own: z.boolean() })),
});
export type AffectedSessions = z.infer<typeof AffectedSessions>;

/**
 * Changes the policy; it is in force everywhere within a second. A rule that exists is `exists`, and is not added again
 * (decision 46).
 * @throws Problem `confirm_required` with the number of sessions that end, unless `confirm` is that number;
 * `ip_range_blank`, `ip_range_error` with the row that is wrong; `ip_rule_limit` with the most that a company may have;
 * `not_allowed` with the reason `policy` where an operator has switched IP rules off
 */
export const changeIpPolicy = endpoint(company.changeIpPolicy, {
  audits: ['policyChange', 'ipRule'],
  summary: 'Change the IP rules of the company, or say which sessions a change would end',
  bodyLimit: MAX_IP_BODY_BYTES,
  body: IpPolicyChangeBody,
  objects: z.object({
    added: z.int(),
    deleted: z.int(),
    /** Of `rows` that were to be added. */
    rows: z.array(ImportRowResult),
    ends: AffectedSessions,
  }),
});
