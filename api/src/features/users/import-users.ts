import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@vigil/shared/contract/endpoint';
import type { ImportResult, ImportRowResult, UserImportRow } from '@vigil/shared/contract/http/imports';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { cleanName } from '@vigil/shared/contract/patterns';
import type { ProblemCode } from '@vigil/shared/contract/problems';
import { createGroupFinder } from '@vigil/shared/domain/import-groups';
import { linkLikeProblem } from '@vigil/shared/domain/login-id';
import { IMPORT_PASSWORD_RULE, newUserProblem } from '@vigil/shared/domain/new-user';
import { groupGrantEntry, writeAudits } from '@vigil/shared/platform/audits';
import { publishFleetOnCommit, commitChange, type ChangeTx } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx } from '@vigil/shared/platform/db/client';
import { groupDetailsChangedMessages } from '@vigil/shared/platform/fleet/change';
import { readNonAdminSeats } from '@vigil/shared/platform/licences';
import { hashBulkPassword } from '@vigil/shared/platform/passwords';
import { createUsers } from '@vigil/shared/platform/users/user-life';
import { lockUserChanges } from '@vigil/shared/platform/users/user-rows';
import { lockCallerRole } from '../../access/caller-role.ts';
import { lockTreeForCaller } from '../../access/group-tree-lock.ts';
import type { Deps } from '../../deps.ts';
import { foldLoginIdCase } from '../../identity/accounts/accounts.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  findImport,
  foldNamesInDatabase,
  selectFoldedGroups,
  upsertImportProgress,
} from '../../imports/import-queries.ts';
import { importResultOf, type ImportRequest, type RunImport } from '../../imports/imports.ts';
import { refuseUnstorableRows } from '../../imports/unstorable-rows.ts';
import { newUserRow } from './create-user.ts';
import { insertGroupGrants, readUserLocale, selectTakenLoginIds } from './import-queries.ts';

type Body = BodyOf<typeof createUser>;
type KnownGroup = Awaited<ReturnType<typeof selectFoldedGroups>>[number];

/** A row that can be made, with the group that its user sees and those above it. */
interface PlannedUser {
  readonly index: number;
  readonly body: Body;
  readonly groups: readonly KnownGroup[];
}

interface Plan {
  readonly rows: readonly ImportRowResult[];
  readonly users: readonly PlannedUser[];
}

/** After how many passwords the progress is stored. */
const PROGRESS_EVERY = 25;

const failedRow = (index: number, code: ProblemCode, field: string): ImportRowResult => ({
  index,
  state: 'failed',
  code,
  field,
});

/** A group and those above it. */
function branchOf(group: KnownGroup, byPk: ReadonlyMap<GroupPk, KnownGroup>): KnownGroup[] {
  const above = group.parent === null ? undefined : byPk.get(group.parent);
  return above ? [group, ...branchOf(above, byPk)] : [group];
}

const pathOfBranch = (branch: readonly KnownGroup[]): string =>
  branch
    .map(({ name }) => name)
    .toReversed()
    .join('/');

/** What becomes of each row, by the rules of adding one user, in the order of the request. */
async function planUsers(tx: ReadTx, caller: Caller, rows: readonly UserImportRow[], at: Date): Promise<Plan> {
  const { rows: storable, refused } = refuseUnstorableRows(rows);
  const given = storable.map(({ group_name, ...row }) => ({ row, group: cleanName(group_name) }));
  const taken = await selectTakenLoginIds(
    tx,
    given.map(({ row }) => row.mgrid.trim()),
  );
  const { used, limit } = await readNonAdminSeats(tx, at);
  const presets = await readUserLocale(tx, caller.user);
  const groups = await selectFoldedGroups(tx);
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  const find = createGroupFinder(groups);
  const folded = await foldNamesInDatabase(
    tx,
    given.map(({ group }) => group),
  );

  const users: PlannedUser[] = [];
  const planned = given.map(({ row, group }, index): ImportRowResult => {
    const refusal = refused.get(index);
    if (refusal) return refusal;
    const isTaken = taken.has(foldLoginIdCase(row.mgrid.trim()));
    const problem = newUserProblem(row, { rule: IMPORT_PASSWORD_RULE, isTaken }) ?? linkLikeProblem(row);
    if (problem?.code === 'id_exist') return { index, state: 'exists', code: problem.code, field: problem.field };
    if (problem) return failedRow(index, problem.code, problem.field);
    const parsed = createUser.body.safeParse({ ...row, ...presets });
    if (!parsed.success) return failedRow(index, 'too_long', String(parsed.error.issues[0]?.path[0] ?? ''));
    const found = group === '' ? null : find(folded[index] ?? '');
    if (typeof found === 'string') return failedRow(index, found, 'group_name');
    if (used + users.length >= limit) return failedRow(index, 'sub_manager_limit', '');
    taken.add(foldLoginIdCase(parsed.data.mgrid));
    users.push({ index, body: parsed.data, groups: found ? branchOf(found, byPk) : [] });
    return { index, state: 'ok' };
  });
  return { rows: planned, users };
}

/** Imports of users (spec 3 §5). */
export function createUserImport(deps: Deps, runImport: RunImport) {
  const { database, passwordCost, now } = deps;

  /** By the index of the row: the rows are planned anew when the hashes are made. */
  const hashAll = async (users: readonly PlannedUser[], onProgress: (done: number) => Promise<unknown>) => {
    const hashes = new Map<number, string>();
    for (const { index, body } of users) {
      hashes.set(index, await hashBulkPassword(body.pw, passwordCost));
      if (hashes.size % PROGRESS_EVERY === 0) await onProgress(hashes.size);
    }
    return hashes;
  };

  const make = async (tx: ChangeTx, caller: Caller, plan: Plan, hashes: ReadonlyMap<number, string>) => {
    const at = new Date(now());
    const inserted = await createUsers(
      tx,
      caller,
      plan.users.map(({ index, body }) =>
        newUserRow(caller, body, { passwordHash: hashes.get(index) ?? '', approverFk: null, at }),
      ),
    );
    const made = plan.users.flatMap(({ index, body, groups }) => {
      const member = inserted.get(body.mgrid);
      return member === undefined ? [] : [{ index, body, groups, member }];
    });
    const grants = made.flatMap(({ member, groups }) => groups.map(({ pk }) => ({ member, group: pk })));
    await insertGroupGrants(tx, caller.company, grants);
    await writeAudits(
      tx,
      caller,
      made.flatMap(({ body: { mgrid }, groups, member: pk }) =>
        groups.map((_group, index) => groupGrantEntry({ pk, mgrid }, pathOfBranch(groups.slice(index)))),
      ),
    );
    const indexes = new Set(made.map(({ index }) => index));
    const rows = plan.rows.map((row): ImportRowResult => {
      const wasTaken = row.state === 'ok' && !indexes.has(row.index);
      return wasTaken ? { index: row.index, state: 'exists', code: 'id_exist', field: 'mgrid' } : row;
    });
    return { rows, groups: [...new Set(grants.map(({ group }) => group))] };
  };

  return (caller: Caller, request: ImportRequest<UserImportRow>): Promise<ImportResult> => {
    const { rows } = request;
    const key = { kind: 'users', id: request.import_id ?? randomUUID() } as const;
    const plan = () => database.read(caller.company, (tx) => planUsers(tx, caller, rows, new Date(now())));

    const run = async (): Promise<ImportResult> => {
      const first = await plan();
      const at = new Date(now());
      const total = first.users.length;
      const note = (done: number) =>
        commitChange(deps, caller.company, async (tx) => {
          await lockCallerRole(tx, caller);
          await upsertImportProgress(tx, caller, key, { done, total, at });
        });
      await note(0);
      const hashes = await hashAll(first.users, note);
      return commitChange(deps, caller.company, async (tx) => {
        await lockUserChanges(tx, caller.company);
        await lockTreeForCaller(tx, caller);
        const stored = await findImport(tx, key);
        if (stored?.result) return stored.result;
        const last = hashedOnly(await planUsers(tx, caller, rows, at), first, hashes);
        const made = await make(tx, caller, last, hashes);
        const result = importResultOf(made.rows, request);
        await upsertImportProgress(tx, caller, key, { done: total, total, result, at });
        publishFleetOnCommit(tx, groupDetailsChangedMessages(made.groups));
        return result;
      });
    };
    return runImport(caller, request, { key, run, plan: async () => importResultOf((await plan()).rows, request) });
  };
}

/** A row that became possible while the hashes were made keeps what it was refused for. */
const hashedOnly = (plan: Plan, first: Plan, hashes: ReadonlyMap<number, string>): Plan => ({
  rows: plan.rows.map((row) => (row.state === 'ok' && !hashes.has(row.index) ? (first.rows[row.index] ?? row) : row)),
  users: plan.users.filter(({ index }) => hashes.has(index)),
});
