import { enumParam, createListUrlCodec, pagedListQuery, textParam, type ListUrlState } from '../../lib/list-view.ts';

export const ruleSearchKeys = ['address', 'reason'] as const;
const sortKeys = ['time_added', 'start_ip_address', 'reason'] as const;
export type IpRuleSortKey = (typeof sortKeys)[number];
/** Ways to add rules (spec 3 §2). */
export const addModes = ['single', 'range', 'subnet', 'excel'] as const;
export type AddMode = (typeof addModes)[number];

export interface IpRuleUrlState extends ListUrlState<IpRuleSortKey, (typeof ruleSearchKeys)[number]> {
  /** The address that is compared with the policy; empty for none. */
  readonly check: string;
  readonly add: AddMode;
}

export const ruleListUrl = createListUrlCodec({
  sort: { keys: sortKeys, by: 'time_added', order: 'desc', first: 'asc' },
  searchKeys: ruleSearchKeys,
  params: { check: textParam, add: enumParam(addModes, 'single') },
});

/** The query of the server for a view. */
export const ipRuleQueryOf = (view: IpRuleUrlState) => ({
  ...pagedListQuery(view),
  ...(view.check === '' ? {} : { check: view.check }),
});
