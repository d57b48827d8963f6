import { auditCode, auditTypeIds } from '@vigil/shared/contract/audit-codes';
import type {
  createWallScreen,
  revokeWallScreen,
  pairBrowser,
  WallScreen,
  updateWallScreen,
} from '@vigil/shared/contract/http/wall-screens';
import type { CompanyPk, GroupPk, WallScreenPk, WallViewPk } from '@vigil/shared/contract/ids';
import { MAX_WALL_SCREENS } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { writeAudits } from '@vigil/shared/platform/audits';
import { announceOnCommit, publishRightsOnCommit, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { randomToken } from '@vigil/shared/platform/tokens';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { whereSessionOfUser } from '@vigil/shared/platform/users/session-queries';
import { lockUserChanges, type User } from '@vigil/shared/platform/users/user-rows';
import { selectGroupNames } from '../../access/group-names.ts';
import { selectPathNames } from '../../access/group-paths.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import {
  whereWallScreenPk,
  updateWallScreenRows,
  countWallScreens,
  deleteWallScreenRows,
  findWallScreenUser,
  insertWallScreen,
  insertWallScreenUser,
  isScreenNameUsed,
  lockWallScreen,
  selectWallScreens,
  selectViewName,
  writeWallScreenSeen,
  type StoredWallScreen,
} from './queries.ts';

/** @throws Problem `not_found` for a group or view that does not exist */
async function assertExisting(
  tx: ReadTx,
  { groupPks = null, viewFk = null }: { groupPks?: readonly GroupPk[] | null; viewFk?: WallViewPk | null },
): Promise<void> {
  const names = await selectGroupNames(tx, groupPks ?? []);
  if (groupPks?.some((pk) => !names.has(pk))) throw new Problem('not_found', { field: 'body.group_pks' });
  if (viewFk !== null && (await selectViewName(tx, viewFk)) === undefined)
    throw new Problem('not_found', { field: 'body.view_pk' });
}

/** A screen as the audit describes it: with the groups to which it is limited, and its view. */
async function describe(
  tx: ReadTx,
  { name, groupPks, viewFk }: Pick<StoredWallScreen, 'name' | 'groupPks' | 'viewFk'>,
): Promise<string> {
  const groups = groupPks === null ? [] : [[...(await selectPathNames(tx, groupPks)).values()].join(', ')];
  const view = viewFk === null ? [] : [`[${(await selectViewName(tx, viewFk)) ?? ''}]`];
  const parts = [...groups, ...view].join(' ');
  return parts === '' ? name : `${name}: ${parts}`;
}

const auditScreen = (tx: Tx, caller: Parameters<typeof writeAudits>[1], newValue: string) =>
  writeAudits(tx, caller, [{ code: auditCode.screen, type: auditTypeIds.action, subject: null, newValue }]);

/** What a new screen needs before its transaction: hashing takes long. */
export const hashRandomPassword = ({ passwordCost }: Pick<Deps, 'passwordCost'>) =>
  hashPassword(randomToken(), passwordCost);

/** Makes a screen, or finds the one that gets a new code. */
export async function ensureWallScreen(
  tx: ChangeTx,
  { caller, body }: Call<typeof createWallScreen>,
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<StoredWallScreen> {
  if ('pk' in body) {
    const screen = await lockWallScreen(tx, body.pk);
    if (!screen) throw new Problem('not_found', { field: 'body.pk' });
    await auditScreen(tx, caller, screen.name);
    return screen;
  }
  // Two requests at once would each count, and look for the name, without the screen of the other.
  await lockUserChanges(tx, caller.company);
  await assertNameFree(tx, { name: body.name, except: null });
  if ((await countWallScreens(tx)) >= MAX_WALL_SCREENS) throw new Problem('screen_limit', { detail: MAX_WALL_SCREENS });
  const shown = { groupPks: body.group_pks && [...new Set(body.group_pks)], viewFk: body.view_pk };
  await assertExisting(tx, shown);
  const screen = await insertWallScreen(tx, { companyFk: caller.company, name: body.name, ...shown, createdAt: at });
  await insertWallScreenUser(tx, screen, { creator: caller.user, passwordHash });
  await auditScreen(tx, caller, await describe(tx, screen));
  return screen;
}

/** @throws Problem `duplication_screen_name` */
async function assertNameFree(tx: ReadTx, wanted: { name: string; except: WallScreenPk | null }): Promise<void> {
  if (await isScreenNameUsed(tx, wanted)) throw new Problem('duplication_screen_name', { field: 'body.name' });
}

/** Changes what a screen shows; its browser follows. @throws Problem `not_found`, `duplication_screen_name` */
export async function editWallScreen(
  tx: ChangeTx,
  { caller, params: { pk }, body: { name, group_pks, view_pk } }: Call<typeof updateWallScreen>,
  at: Date,
): Promise<WallScreen[]> {
  await lockUserChanges(tx, caller.company);
  const before = await lockWallScreen(tx, pk);
  const user = before && (await findWallScreenUser(tx, pk));
  if (!user) throw new Problem('not_found');
  if (name !== undefined) await assertNameFree(tx, { name, except: pk });
  const change = {
    ...(name !== undefined && { name }),
    ...(group_pks !== undefined && { groupPks: group_pks && [...new Set(group_pks)] }),
    ...(view_pk !== undefined && { viewFk: view_pk }),
  };
  await assertExisting(tx, change);
  await updateWallScreenRows(tx, pk, change);
  const [oldValue, newValue] = [await describe(tx, before), await describe(tx, { ...before, ...change })];
  await writeAudits(tx, caller, [
    { code: auditCode.screen, type: auditTypeIds.action, subject: null, oldValue, newValue },
  ]);
  if (group_pks !== undefined) publishRightsOnCommit(tx, user.pk);
  if (view_pk !== undefined) announceOnCommit(tx, { kind: 'wallView' });
  if (name !== undefined) announceOnCommit(tx, { kind: 'profile', to: [user.pk] });
  return selectWallScreens(tx, at, whereWallScreenPk(pk));
}

/** Ends what a screen may see, and removes it. @throws Problem `not_found` */
export async function deleteWallScreen(
  tx: ChangeTx,
  { caller, params: { pk } }: Call<typeof revokeWallScreen>,
  at: Date,
): Promise<WallScreenPk[]> {
  const screen = await lockWallScreen(tx, pk);
  const user = screen && (await findWallScreenUser(tx, pk));
  if (!user) throw new Problem('not_found');
  await endSessions(tx, whereSessionOfUser(user.pk), { reason: 'deactivated', at });
  publishRightsOnCommit(tx, user.pk);
  await deleteWallScreenRows(tx, pk);
  const oldValue = screen.name;
  await writeAudits(tx, caller, [{ code: auditCode.screen, type: auditTypeIds.deletion, subject: null, oldValue }]);
  return [pk];
}

interface Paired {
  readonly screen: StoredWallScreen;
  readonly user: User;
}

/**
 * Ends the session of the browser that was the screen before.
 * @throws Problem `screen_code_invalid` for a screen that was removed meanwhile
 */
export async function pairWallScreen(
  tx: ChangeTx,
  { request }: Call<typeof pairBrowser>,
  { company, screen: pk, at }: { company: CompanyPk; screen: WallScreenPk; at: Date },
): Promise<Paired> {
  const screen = await lockWallScreen(tx, pk);
  const user = screen && (await findWallScreenUser(tx, pk));
  if (!user) throw new Problem('screen_code_invalid', { field: 'body.code' });
  await endSessions(tx, whereSessionOfUser(user.pk), { reason: 'replaced', at });
  await writeWallScreenSeen(tx, pk, { at, ip: request.ip });
  const actor = { company, user: user.pk, name: user.name, mgrid: user.mgrid };
  await auditScreen(tx, actor, `${screen.name}: ${request.ip}`);
  return { screen, user };
}
