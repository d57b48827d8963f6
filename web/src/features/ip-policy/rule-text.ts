import type { IpRule } from '@vigil/shared/contract/http/ip-policy';

/** A rule as one text: `start`, or `start ~ end` (spec 3 §2). */
export function ruleText({ start_ip_address: [start = ''], end_ip_address: [end] }: IpRule): string {
  return end === undefined ? start : `${start} ~ ${end}`;
}

/** What names a rule in a request. */
export const ipRuleRangeOf = ({ start_ip_address: [start = ''], end_ip_address: [end = ''] }: IpRule) => ({
  start_ip_address: start,
  end_ip_address: end,
});
