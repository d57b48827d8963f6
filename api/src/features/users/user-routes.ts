import type { Need } from '@vigil/shared/contract/access';
import type { BodyOf, QueryOf } from '@vigil/shared/contract/endpoint';
import { importUsers, readUserImportProgress } from '@vigil/shared/contract/http/imports';
import {
  createUser,
  deleteUser,
  endSessionsOfUser,
  readUser,
  readUserAccessDetails,
  resendUserInvitation,
  resetUserPassword,
  unlockUser,
  updateUser,
} from '@vigil/shared/contract/http/user-changes';
import { listUsers } from '@vigil/shared/contract/http/users';
import type { UserPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { memberTypes } from '@vigil/shared/domain/member-types';
import { denialReason } from '@vigil/shared/domain/permissions';
import { isByPassword } from '@vigil/shared/domain/session-life';
import { seesGroup } from '@vigil/shared/domain/sight';
import { userChangeDenial } from '@vigil/shared/domain/user-changes';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { readNonAdminSeats } from '@vigil/shared/platform/licences';
import {
  removeUser,
  finishAccountChange,
  clearLockoutWithAudit,
  type AccountChangeSideEffects,
} from '@vigil/shared/platform/users/user-life';
import { selectPermanentUser } from '@vigil/shared/platform/users/user-rows';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../deps.ts';
import type { RouteRegistry } from '../../http/routes.ts';
import { createPasswordConfirmation } from '../../identity/accounts/confirm-password.ts';
import { randomPassword } from '../../identity/accounts/random-password.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import { findImport } from '../../imports/import-queries.ts';
import type { RunImport } from '../../imports/imports.ts';
import { readAccessDetails } from './access-details.ts';
import { createAdministratorMails } from './administrator-mails.ts';
import {
  throwIfDenied,
  changeFields,
  changePassword,
  changeRole,
  lockChangeableUser,
  preparePassword,
} from './change-user.ts';
import { addUser, prepareNewUser } from './create-user.ts';
import { createUserImport } from './import-users.ts';
import { resendInvitation } from './invite-user.ts';
import { signUserOut } from './sign-user-out.ts';
import { changeTargetOf, groupOf, readUserDetail, selectUserPage } from './user-queries.ts';

type RoleChange = Extract<BodyOf<typeof updateUser>, { origin_pw: string }>;

const inCharge: readonly Need[] = [{ anyOf: ['isAdmin', 'isSubManager'] }];
/** What an order or a search would tell of approvers to those who may not read it. */
const personal: ReadonlySet<string> = new Set(['email', 'phone']);

/** @throws Problem `not_allowed`, `not_found` for a group out of sight, `malformed` */
function checkReader(caller: Caller, query: QueryOf<typeof listUsers>): void {
  if (query.context === 'approver') {
    for (const name of ['by', 'search_key'] as const)
      if (personal.has(query[name])) throw new Problem('malformed', { field: `query.${name}` });
    return;
  }
  const denial = denialReason(viewerOf(caller), inCharge);
  if (denial) throw new Problem('not_allowed', denial);
  const group = groupOf(query);
  if (group !== undefined && !seesGroup(caller.sight, group)) throw new Problem('not_found');
}

/** The users of a company, for administrators, and for sub-managers their members (spec 3 §2). */
export function registerUserRoutes(routes: RouteRegistry, deps: Deps & { readonly runImport: RunImport }): void {
  const { database, accessPolicies, now } = deps;
  const importRows = createUserImport(deps, deps.runImport);
  const confirmPassword = createPasswordConfirmation(deps);
  const mailAdministrators = createAdministratorMails(deps);

  /** A role outlasts the session, so that a stolen session, or one by a link, must not be enough to give it. */
  const prepareRole = async (caller: Caller, { user_type, origin_pw }: RoleChange, ip: string) => {
    if (caller.token) throw new Problem('token_not_allowed');
    if (!isByPassword(caller.kind)) throw new Problem('not_allowed', { reason: 'role', detail: 'by_password' });
    await confirmPassword(caller, origin_pw, ip);
    return { role: user_type === memberTypes.admin ? ('administrator' as const) : ('user' as const) };
  };

  const withDetail = async (tx: ReadTx, pk: UserPk, change: (at: Date) => Promise<AccountChangeSideEffects>) => {
    const next = await change(new Date(now()));
    return { next, detail: await readUserDetail(tx, pk) };
  };
  const replyWithDetail = async ({ next, detail }: Awaited<ReturnType<typeof withDetail>>) => {
    await finishAccountChange(deps, next);
    return { objects: listOf(detail) };
  };

  routes.on(listUsers, async ({ caller, query }) =>
    database.read(caller.company, async (tx) => {
      checkReader(caller, query);
      const { rows, meta } = await selectUserPage(tx, caller, query);
      const objects = query.context === 'approver' ? rows.map(({ pk, mgrid, name }) => ({ pk, mgrid, name })) : rows;
      return { objects, meta: { ...meta, seats: await readNonAdminSeats(tx, new Date(now())) } };
    }),
  );

  routes.change(createUser, {
    prepare: (call) => prepareNewUser(deps, call),
    rule: (tx, call, prepared) => addUser(deps, tx, call, prepared),
  });

  routes.on(importUsers, async ({ caller, body }) => ({ objects: await importRows(caller, body) }), {
    refusesUnstorableRows: true,
  });

  routes.on(readUserImportProgress, async ({ caller, params }) => {
    const key = { kind: 'users', id: params.import_id } as const;
    const found = await database.read(caller.company, (tx) => findImport(tx, key));
    const { done = 0, total = 0, result = null } = found ?? {};
    return { objects: { done, total, finished: result !== null } };
  });

  routes.on(readUser, async ({ caller, params }) =>
    database.read(caller.company, async (tx) => {
      const user = await selectPermanentUser(tx, params.pk);
      if (!user) throw new Problem('not_found');
      throwIfDenied(userChangeDenial('read', caller, changeTargetOf(user)));
      return { objects: listOf(await readUserDetail(tx, params.pk)) };
    }),
  );

  routes.change(updateUser, {
    prepare: async ({ caller, params: { pk }, body, request }) => {
      if ('origin_pw' in body) return prepareRole(caller, body, request.ip);
      return 'pw' in body
        ? { password: await preparePassword(deps, caller, { pk, typed: body.pw }), mustChange: body.must_change }
        : { fields: body };
    },
    rule: (tx, { caller, params: { pk } }, wanted) =>
      withDetail(tx, pk, async (at) => {
        if ('fields' in wanted) return changeFields(tx, caller, { pk, body: wanted.fields, at });
        if ('password' in wanted) return changePassword(tx, caller, { ...wanted, at });
        const { user, effects, isChanged } = await changeRole(tx, caller, { pk, role: wanted.role, at });
        if (isChanged) await mailAdministrators(tx, { by: caller, user, role: wanted.role });
        return effects;
      }),
    reply: replyWithDetail,
  });

  routes.change(deleteUser, {
    rule: async (tx, { caller, params: { pk } }) => {
      const user = await lockChangeableUser(tx, caller, { pk, rule: 'standing' });
      return removeUser(tx, { user, by: caller, at: new Date(now()) });
    },
    reply: async (next, { params: { pk } }) => {
      await finishAccountChange(deps, next);
      return { objects: [pk] };
    },
  });

  routes.change(resetUserPassword, {
    prepare: async ({ caller, params: { pk } }) => {
      const typed = randomPassword();
      return { typed, password: await preparePassword(deps, caller, { pk, typed }) };
    },
    rule: (tx, { caller, body }, { password }) =>
      changePassword(tx, caller, { password, mustChange: body?.must_change ?? 0, at: new Date(now()) }),
    reply: async (next, _call, { typed }) => {
      await finishAccountChange(deps, next);
      // It is stored nowhere.
      return { objects: [{ pw: typed }] };
    },
  });

  routes.change(endSessionsOfUser, {
    rule: async (tx, { caller, params: { pk } }) => [await signUserOut(tx, caller, { pk, at: new Date(now()) })],
  });

  routes.change(resendUserInvitation, {
    rule: async (tx, { caller, params: { pk } }) => {
      await resendInvitation(deps, tx, caller, pk);
      return listOf(await readUserDetail(tx, pk));
    },
  });

  routes.change(unlockUser, {
    rule: (tx, { caller, params: { pk } }) =>
      withDetail(tx, pk, async (at) => {
        const user = await lockChangeableUser(tx, caller, { pk, rule: 'details' });
        return clearLockoutWithAudit(tx, { user, by: caller, at });
      }),
    reply: replyWithDetail,
  });

  routes.on(readUserAccessDetails, async ({ caller, params: { pk } }) => {
    const network = await accessPolicies.of(caller.company);
    const read = (tx: ReadTx) => readAccessDetails(tx, caller, { pk, network, now: now() });
    return { objects: [await database.read(caller.company, read)] };
  });
}

const listOf = <T>(row: T | undefined): T[] => (row === undefined ? [] : [row]);
