import type { createScreen, deleteScreen, pairScreen } from '@vigil/shared/contract/http/screens';
import { auditCode, auditType } from '@vigil/shared/contract/audit-codes';
import type { CompanyPk, GroupPk, ScreenPk } from '@vigil/shared/contract/ids';
import { MAX_SCREENS } from '@vigil/shared/contract/names';
import { Problem } from '@vigil/shared/contract/problems';
import { publishRightsChangeOnCommit, type WriteTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { writeAudits } from '@vigil/shared/platform/audits';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { randomToken } from '@vigil/shared/platform/tokens';
import { endSessions } from '@vigil/shared/platform/users/end-sessions';
import { ofUser } from '@vigil/shared/platform/users/session-queries';
import { lockUsers, type User } from '@vigil/shared/platform/users/user-rows';
import { selectPathNames } from '../../access/group-paths.ts';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../http/routes.ts';
import {
  countScreens,
  deleteScreenRows,
  findScreenUser,
  insertScreen,
  insertScreenUser,
  isNameUsed,
  lockScreen,
  selectGroupNames,
  writeSeen,
  type StoredScreen,
} from './queries.ts';

/** The groups as the audit names them; empty for all. @throws Problem `not_found` for one that does not exist */
async function groupsText(tx: ReadTx, pks: readonly GroupPk[] | null): Promise<string> {
  if (pks === null) return '';
  const names = await selectGroupNames(tx, pks);
  if (!pks.every((pk) => names.has(pk))) throw new Problem('not_found', { field: 'body.group_pks' });
  return `: ${[...(await selectPathNames(tx, pks)).values()].join(', ')}`;
}

const auditScreen = (tx: Tx, caller: Parameters<typeof writeAudits>[1], newValue: string) =>
  writeAudits(tx, caller, [{ code: auditCode.screen, type: auditType.action, subject: null, newValue }]);

/** What a new screen needs before its transaction: hashing takes long. */
export const prepareScreen = ({ passwordCost }: Pick<Deps, 'passwordCost'>) =>
  hashPassword(randomToken(), passwordCost);

/** Makes a screen, or finds the one that gets a new code. */
export async function addScreen(
  tx: WriteTx,
  { caller, body }: Call<typeof createScreen>,
  { passwordHash, at }: { passwordHash: string; at: Date },
): Promise<StoredScreen> {
  if ('pk' in body) {
    const screen = await lockScreen(tx, body.pk);
    if (!screen) throw new Problem('not_found', { field: 'body.pk' });
    await auditScreen(tx, caller, screen.name);
    return screen;
  }
  // Two requests at once would each count, and look for the name, without the screen of the other.
  await lockUsers(tx, caller.company);
  if (await isNameUsed(tx, body.name)) throw new Problem('duplication_screen_name', { field: 'body.name' });
  if ((await countScreens(tx)) >= MAX_SCREENS) throw new Problem('screen_limit', { detail: MAX_SCREENS });
  const groupPks = body.group_pks && [...new Set(body.group_pks)];
  const where = await groupsText(tx, groupPks);
  const screen = await insertScreen(tx, { companyFk: caller.company, name: body.name, groupPks, createdAt: at });
  await insertScreenUser(tx, screen, { creator: caller.user, passwordHash });
  await auditScreen(tx, caller, `${body.name}${where}`);
  return screen;
}

/** Ends what a screen may see, and removes it. @throws Problem `not_found` */
export async function revokeScreen(
  tx: WriteTx,
  { caller, params: { pk } }: Call<typeof deleteScreen>,
  at: Date,
): Promise<ScreenPk[]> {
  const screen = await lockScreen(tx, pk);
  const user = screen && (await findScreenUser(tx, pk));
  if (!user) throw new Problem('not_found');
  await endSessions(tx, ofUser(user.pk), { reason: 'deactivated', at });
  publishRightsChangeOnCommit(tx, user.pk);
  await deleteScreenRows(tx, pk);
  const oldValue = screen.name;
  await writeAudits(tx, caller, [{ code: auditCode.screen, type: auditType.deletion, subject: null, oldValue }]);
  return [pk];
}

interface Paired {
  readonly screen: StoredScreen;
  readonly user: User;
}

/** Ends the session of the browser that was the screen before. @throws Problem `screen_code_invalid` for a screen that was removed meanwhile */
export async function pair(
  tx: WriteTx,
  { request }: Call<typeof pairScreen>,
  { company, screen: pk, at }: { company: CompanyPk; screen: ScreenPk; at: Date },
): Promise<Paired> {
  const screen = await lockScreen(tx, pk);
  const user = screen && (await findScreenUser(tx, pk));
  if (!user) throw new Problem('screen_code_invalid', { field: 'body.code' });
  await endSessions(tx, ofUser(user.pk), { reason: 'replaced', at });
  await writeSeen(tx, pk, { at, ip: request.ip });
  const actor = { company, user: user.pk, name: user.name, mgrid: user.mgrid };
  await auditScreen(tx, actor, `${screen.name}: ${request.ip}`);
  return { screen, user };
}
