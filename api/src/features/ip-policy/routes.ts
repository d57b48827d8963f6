import { changeIpPolicy, readIpPolicy, type AddressAccess, type IpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { MAX_IP_MAP_ROWS } from '@vigil/shared/contract/ip-rules';
import { Problem } from '@vigil/shared/contract/problems';
import { addressMap } from '@vigil/shared/domain/address-map';
import { canonicalAddress, sortableAddressText } from '@vigil/shared/domain/ip-addresses';
import { networkDenial, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import { readNetworkPolicySwitches } from '@vigil/shared/platform/access-policy';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createIpPolicyChanger } from './change.ts';
import { countRules, findFirstRuleCovering, selectIpRulePage } from './queries.ts';

/** @throws Problem `ip_range_error` */
function addressToCheck(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  const address = canonicalAddress(text);
  if (address === null) throw new Problem('ip_range_error', { field: 'query.check' });
  return address;
}

const accessOf = async (tx: ReadTx, policy: NetworkPolicy, address: string): Promise<AddressAccess> => ({
  address,
  denial: networkDenial(address, policy),
  rule: await findFirstRuleCovering(tx, address),
});

function mapOf({ ip: rules }: NetworkPolicy, address: string): IpPolicy['map'] {
  const rows = rules === null ? [] : addressMap(rules.ranges, sortableAddressText(address));
  const shown = rows.slice(0, MAX_IP_MAP_ROWS).map(({ block, parts, own }) => ({
    block,
    parts: parts.map(([first, last]): [number, number] => [first, last]),
    own,
  }));
  return { rows: shown, more: rows.length - shown.length };
}

export function registerIpPolicyRoutes(routes: RouteRegistry, deps: Deps): void {
  const { database, accessPolicies } = deps;
  const change = createIpPolicyChanger(deps);

  routes.on(readIpPolicy, async ({ caller, query, request: { ip } }) => {
    const check = addressToCheck(query.check);
    const policy = await accessPolicies.of(caller.company);
    return database.read(caller.company, async (tx) => {
      const settings = await readNetworkPolicySwitches(tx, caller.company);
      if (!settings.isOffered) throw new Problem('not_allowed', { reason: 'policy' });
      const { list, total_count } = await selectIpRulePage(tx, query);
      const found = {
        policy_use: settings.policyUse,
        block: settings.block,
        external: settings.externalAccess,
        list,
        rule_count: await countRules(tx),
        my_ip: canonicalAddress(ip) ?? ip,
        own: await accessOf(tx, policy, canonicalAddress(ip) ?? ip),
        map: mapOf(policy, ip),
        checked: check === null ? null : await accessOf(tx, policy, check),
      };
      return { objects: [found], meta: { total_count } };
    });
  });

  routes.on(changeIpPolicy, async ({ caller, body, request: { ip } }) => ({ objects: await change(caller, body, ip) }));
}
