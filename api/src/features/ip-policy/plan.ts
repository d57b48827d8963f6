import type { ImportRowResult } from '@vigil/shared/contract/http/imports';
import type { IpPolicyChangeBody, IpRuleInput } from '@vigil/shared/contract/http/ip-policy';
import type { IpRulePk } from '@vigil/shared/contract/ids';
import { MAX_IP_RULES } from '@vigil/shared/contract/ip-rules';
import { Problem } from '@vigil/shared/contract/problems';
import { addressProblem, parseAddressRule, type AddressRule } from '@vigil/shared/domain/ip-addresses';
import type { NetworkPolicySwitches } from '@vigil/shared/platform/access-policy';
import type { StoredRule } from './queries.ts';

export interface AddedRule extends AddressRule {
  readonly reason: string;
}

/** What a change makes of the policy. */
export interface IpPolicyPlan {
  readonly settings: NetworkPolicySwitches;
  readonly added: readonly AddedRule[];
  readonly deleted: readonly IpRulePk[];
  readonly rows: readonly ImportRowResult[];
}

interface Present {
  readonly settings: NetworkPolicySwitches;
  readonly rules: readonly StoredRule[];
}

const keyOf = ({ range: [first, last] }: AddressRule): string => `${first}-${last}`;

/** @throws Problem `ip_range_blank`, `ip_range_error` with the field */
function parseRow({ start_ip_address: start, end_ip_address: end, reason }: IpRuleInput, field: string): AddedRule {
  const rule = parseAddressRule(start, end);
  if (!rule) throw new Problem(addressProblem(start, end) ?? 'ip_range_error', { field: `${field}.start_ip_address` });
  return { ...rule, reason };
}

/** The rows of a request, or the one that it is itself. */
const rulesOf = (body: IpRuleInput & { rows?: readonly IpRuleInput[] | undefined }): AddedRule[] =>
  body.rows ? body.rows.map((row, index) => parseRow(row, `body.rows.${index}`)) : [parseRow(body, 'body')];

const keysOf = (rules: readonly StoredRule[]): Map<string, IpRulePk> =>
  new Map(
    rules.flatMap(({ pk, start, end }) => {
      const rule = parseAddressRule(start, end);
      return rule ? [[keyOf(rule), pk] as const] : [];
    }),
  );

type ChangeOf<T extends IpPolicyChangeBody['type']> = Extract<IpPolicyChangeBody, { type: T }>;

const planners: {
  readonly [T in IpPolicyChangeBody['type']]: (change: ChangeOf<T>, present: Present) => IpPolicyPlan;
} = {
  set({ policy_use: policyUse, block, external }, { settings }) {
    if (policyUse === 0 && block !== undefined && block !== settings.block)
      throw new Problem('malformed', { field: 'body.block', detail: 'only while the policy is in force' });
    const changed = { policyUse, block: block ?? settings.block, externalAccess: external ?? settings.externalAccess };
    return { settings: { ...settings, ...changed }, added: [], deleted: [], rows: [] };
  },
  post(body, { settings, rules }) {
    const known = new Set<string>(keysOf(rules).keys());
    const added: AddedRule[] = [];
    const rows: ImportRowResult[] = [];
    for (const [index, rule] of rulesOf(body).entries()) {
      const isNew = !known.has(keyOf(rule));
      known.add(keyOf(rule));
      if (isNew) added.push(rule);
      rows.push({ index, state: isNew ? 'ok' : 'exists' });
    }
    if (rules.length + added.length > MAX_IP_RULES) throw new Problem('ip_rule_limit', { detail: MAX_IP_RULES });
    return { settings, added, deleted: [], rows };
  },
  delete(body, { settings, rules }) {
    if (body.all === 1) return { settings, added: [], deleted: rules.map(({ pk }) => pk), rows: [] };
    const known = keysOf(rules);
    const deleted = rulesOf(body).flatMap((rule) => known.get(keyOf(rule)) ?? []);
    return { settings, added: [], deleted: [...new Set(deleted)], rows: [] };
  },
};

/** @throws Problem `malformed`, `ip_range_blank`, `ip_range_error`, `ip_rule_limit` */
export function planIpPolicyChange(change: IpPolicyChangeBody, present: Present): IpPolicyPlan {
  const plan = planners[change.type] as (change: IpPolicyChangeBody, present: Present) => IpPolicyPlan;
  return plan(change, present);
}

/** The rules as they are after the change. */
export function rulesAfter(
  { added, deleted }: IpPolicyPlan,
  { rules }: Present,
): { start: string; end: string | null }[] {
  const gone = new Set(deleted);
  return [...rules.filter(({ pk }) => !gone.has(pk)), ...added];
}
