import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { readPasswordLevel } from '@vigil/shared/contract/http/users';
import { wirePasswordRule } from '@vigil/shared/platform/policies';
import type { Deps } from '../../deps.ts';
import { variant, type RouteRegistry } from '../../http/routes.ts';
import { readAccount } from '../accounts/accounts.ts';
import type { Caller } from '../sessions/caller.ts';
import { createProfileChanges } from './profile-changes.ts';
import { readProfileOf } from './profile.ts';

export function registerProfileRoutes(routes: RouteRegistry, deps: Deps): void {
  const prepare = createProfileChanges(deps);
  const profileOf = (caller: Caller) =>
    deps.database.read(caller.company, async (tx) => {
      const profile = await readProfileOf(tx, caller);
      return profile ? [profile] : [];
    });

  routes.on(readProfile, async ({ caller }) => ({ objects: await profileOf(caller) }));

  routes.changeByVariant(updateProfile, async ({ caller, body, request }) => {
    const { rule, afterCommit } = await prepare(caller, body, request.ip);
    return variant({
      rule,
      reply: async (secrets) => {
        const more = await afterCommit?.();
        const profiles = await profileOf(caller);
        return { objects: profiles.map((profile) => ({ ...profile, ...secrets, ...more })) };
      },
    });
  });

  routes.on(readPasswordLevel, async ({ caller }) => {
    const account = await deps.database.read(caller.company, (tx) => readAccount(tx, caller.user));
    return { objects: account ? [wirePasswordRule(account.user.memberTypeId, account.policies)] : [] };
  });
}
