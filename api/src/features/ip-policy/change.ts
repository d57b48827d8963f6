import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { changeIpPolicy, AffectedSessions, IpPolicyChangeBody } from '@vigil/shared/contract/http/ip-policy';
import type { SessionId } from '@vigil/shared/contract/ids';
import { MAX_NAMED_SESSIONS } from '@vigil/shared/contract/ip-rules';
import { Problem } from '@vigil/shared/contract/problems';
import { networkDenial, type NetworkPolicy } from '@vigil/shared/domain/network-policy';
import {
  networkPolicyOf,
  readNetworkPolicySwitches,
  type NetworkPolicySwitches,
} from '@vigil/shared/platform/access-policy';
import { policyAuditEntry, writeAudits, type AuditEntry } from '@vigil/shared/platform/audits';
import { announceOnCommit } from '@vigil/shared/platform/changes/commit-change';
import type { Tx } from '@vigil/shared/platform/db/client';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { findOpenSessionIps, whereSessionIdIn } from '@vigil/shared/platform/users/session-queries';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { planIpPolicyChange, rulesAfter, type IpPolicyPlan } from './plan.ts';
import { deleteRules, insertRules, selectAllRules, writeIpSettings, type StoredRule } from './queries.ts';

type OpenAddress = Awaited<ReturnType<typeof findOpenSessionIps>>[number];

const settingNames = {
  policyUse: 'policy_use',
  block: 'block',
  externalAccess: 'external',
} as const satisfies Partial<Record<keyof NetworkPolicySwitches, string>>;
type SettingName = keyof typeof settingNames;

const NAMED_RULES = 20;

const textOf = ({ start, end, reason }: Pick<StoredRule, 'start' | 'end' | 'reason'>): string =>
  [end === null ? start : `${start} ~ ${end}`, ...(reason === '' ? [] : [`(${reason})`])].join(' ');

/** A file of rules is one entry with the first of them and their number. */
const summaryOf = (rules: readonly Pick<StoredRule, 'start' | 'end' | 'reason'>[]): string =>
  [
    ...rules.slice(0, NAMED_RULES).map(textOf),
    ...(rules.length > NAMED_RULES ? [`… ${rules.length - NAMED_RULES} more`] : []),
  ].join(', ');

function auditsOf(before: NetworkPolicySwitches, plan: IpPolicyPlan, rules: readonly StoredRule[]): AuditEntry[] {
  const settings = (Object.keys(settingNames) as SettingName[])
    .filter((name) => before[name] !== plan.settings[name])
    .map((name) => policyAuditEntry(settingNames[name], { oldValue: before[name], newValue: plan.settings[name] }));
  const gone = new Set(plan.deleted);
  const deleted = rules.filter(({ pk }) => gone.has(pk));
  const entry = { code: auditCode.ipRule, subject: 'policy' } as const;
  return [
    ...settings,
    ...(plan.added.length === 0 ? [] : [{ ...entry, type: auditTypeIds.action, newValue: summaryOf(plan.added) }]),
    ...(deleted.length === 0 ? [] : [{ ...entry, type: auditTypeIds.deletion, oldValue: summaryOf(deleted) }]),
  ];
}

/**
 * The open sessions that a policy does not admit. The caller's own session is judged by the address of this request.
 */
function refusedBy(policy: NetworkPolicy, open: readonly OpenAddress[], { id, ip }: { id: SessionId; ip: string }) {
  const present = open.map((one) => ({ ...one, own: one.id === id, ip: one.id === id ? ip : one.ip }));
  return present.filter((one) => networkDenial(one.ip, policy) !== null);
}

function endsOf(refused: ReturnType<typeof refusedBy>): AffectedSessions {
  const named = refused.toSorted((a, b) => Number(b.own) - Number(a.own)).slice(0, MAX_NAMED_SESSIONS);
  return {
    count: refused.length,
    people: new Set(refused.map(({ user }) => user)).size,
    own: refused.some(({ own }) => own),
    sessions: named.map(({ name, mgrid, ip, own }) => ({ name, mgrid, ip, own })),
  };
}

const isSame = (one: NetworkPolicySwitches, other: NetworkPolicySwitches): boolean =>
  (Object.keys(settingNames) as SettingName[]).every((name) => one[name] === other[name]);

/**
 * Changes the network policy of a company, or says which sessions that would end. What is counted, confirmed and
 * written is one transaction, in which no other one changes the policy.
 */
export function createIpPolicyChanger({ accessPolicies, now }: Pick<Deps, 'accessPolicies' | 'now'>) {
  const write = async (
    tx: Tx,
    { company }: Caller,
    plan: IpPolicyPlan,
    before: NetworkPolicySwitches,
  ): Promise<void> => {
    if (!isSame(before, plan.settings)) await writeIpSettings(tx, company, plan.settings);
    if (plan.deleted.length > 0) await deleteRules(tx, plan.deleted);
    const rules = plan.added.map(({ start, end, reason }) => ({ start, end, reason }));
    if (rules.length > 0) await insertRules(tx, company, { rules, at: new Date(now()) });
  };

  return (caller: Caller, change: IpPolicyChangeBody, ip: string): Promise<ObjectsOf<typeof changeIpPolicy>> =>
    accessPolicies.change(caller.company, async (tx) => {
      const at = new Date(now());
      const before = await readNetworkPolicySwitches(tx, caller.company);
      if (!before.isOffered) throw new Problem('not_allowed', { reason: 'policy' });
      const rules = await selectAllRules(tx);
      const plan = planIpPolicyChange(change, { settings: before, rules });
      const policy = networkPolicyOf(plan.settings, rulesAfter(plan, { settings: before, rules }));
      const refused = refusedBy(policy, await findOpenSessionIps(tx, at), { id: caller.id, ip });
      const answer = {
        added: plan.added.length,
        deleted: plan.deleted.length,
        rows: [...plan.rows],
        ends: endsOf(refused),
      };
      if (change.preview === 1) return { value: answer, done: false };
      if (refused.length > 0 && change.confirm !== refused.length)
        throw new Problem('confirm_required', { field: 'body.confirm', detail: refused.length });
      await write(tx, caller, plan, before);
      const audits = auditsOf(before, plan, rules);
      if (audits.length > 0) await writeAudits(tx, caller, audits);
      announceOnCommit(tx, { kind: 'policy' });
      const ids = refused.map(({ id }) => id);
      if (ids.length > 0) await endSessions(tx, whereSessionIdIn(ids), { reason: 'policy', at });
      return { value: answer, done: audits.length > 0, policy };
    });
}
