import { updateIncident } from '../contract/http/incidents.ts';
import { createUser } from '../contract/http/user-changes.ts';
import type { AbilityName } from '../contract/names.ts';
import { actionDenial, deviceActionRules, deviceActions, fileTransferPolicyDenial } from './device-actions.ts';
import { callDenial, requestDecisionDenial, denialReason, type Denial, type Viewer } from './permissions.ts';

export interface Ability {
  readonly name: AbilityName;
  /** Why it is not possible, or null. */
  readonly refusal: Denial | null;
}

/** Sub-managers change permissions and groups of own members (decision 21), and administrators those of all users. */
const membersDenial = (user: Viewer): Denial | null =>
  user.flags.isAdmin ? null : denialReason(user, ['isSubManager']);

/**
 * What a user can do once signed in, by the rules with which every call is checked; with devices only those in sight.
 */
export function abilitiesOf(user: Viewer): readonly Ability[] {
  const denials = new Map<AbilityName, Denial | null>();
  for (const action of deviceActions) {
    const name = deviceActionRules[action].ability;
    denials.set(name, denials.get(name) ?? actionDenial(action, user) ?? fileTransferPolicyDenial(action, user));
  }
  denials.set('report', denialReason(user, ['viewReport']));
  denials.set('incidents', callDenial(user, updateIncident));
  denials.set('decide', requestDecisionDenial(user));
  denials.set('members', membersDenial(user));
  // Users, groups and settings are changed by calls with the same declaration.
  denials.set('administer', callDenial(user, createUser));
  return [...denials].map(([name, refusal]) => ({ name, refusal }));
}
