import { randomUUID } from 'node:crypto';
import type { GroupImportRow, ImportResult, ImportRowResult } from '@vigil/shared/contract/http/imports';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { cleanName } from '@vigil/shared/contract/patterns';
import { planGroupImport, type GroupRowOutcome } from '@vigil/shared/domain/import-groups';
import { publishFleetOnCommit, commitChange } from '@vigil/shared/platform/changes/commit-change';
import type { ReadTx, Tx } from '@vigil/shared/platform/db/client';
import { refreshSightsOnCommit } from '@vigil/shared/platform/wall-screen-sights';
import { lockCallerRole } from '../../access/caller-role.ts';
import { lockTreeForCaller } from '../../access/group-tree-lock.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../identity/sessions/caller.ts';
import {
  findImport,
  foldNamesInDatabase,
  selectFoldedGroups,
  upsertImportProgress,
} from '../../imports/import-queries.ts';
import { importResultOf, type ImportRequest, type RunImport } from '../../imports/imports.ts';
import { refuseUnstorableRows } from '../../imports/unstorable-rows.ts';
import { auditNewGroups } from './group-audits.ts';
import { insertGroups, type StoredGroup } from './queries.ts';
import { groupChangeOf, columnsUnderGroup } from './service.ts';

interface Plan {
  readonly outcomes: readonly GroupRowOutcome[];
  readonly names: readonly string[];
  readonly existing: ReadonlyMap<number, { pk: GroupPk; rootGroupFk: GroupPk | null }>;
  readonly refused: ReadonlyMap<number, ImportRowResult>;
}

async function plan(tx: ReadTx, given: readonly GroupImportRow[]): Promise<Plan> {
  const { rows, refused } = refuseUnstorableRows(given);
  const groups = await selectFoldedGroups(tx);
  const names = rows.map(({ name }) => cleanName(name));
  const parents = rows.map(({ parent_group_name }) => cleanName(parent_group_name));
  const folded = await foldNamesInDatabase(tx, [...names, ...parents]);
  const outcomes = planGroupImport(
    names.map((name, index) => ({
      name,
      folded: folded[index] ?? '',
      parent: folded[names.length + index] ?? '',
    })),
    groups,
  );
  const existing = new Map(groups.map(({ pk, root }) => [Number(pk), { pk, rootGroupFk: root }]));
  return { outcomes, names, existing, refused };
}

const wireRows = ({ outcomes, refused }: Plan): ImportRowResult[] =>
  outcomes.map((outcome, index) => {
    const { state } = outcome;
    const refusal = refused.get(index);
    if (refusal) return refusal;
    return state === 'failed' ? { index, state, code: outcome.code, field: outcome.field } : { index, state };
  });

/** Makes the groups of a plan from the top downwards: those whose parents exist, then those below them. */
async function makeGroups(tx: Tx, caller: Caller, { outcomes, names, existing }: Plan): Promise<StoredGroup[]> {
  const made = new Map<number, StoredGroup>();
  const placeOf = (outcome: GroupRowOutcome) => {
    if (outcome.state !== 'ok') return undefined;
    if (outcome.parent === null) return { groupFk: null, rootGroupFk: null };
    const above = 'row' in outcome.parent ? made.get(outcome.parent.row) : existing.get(outcome.parent.pk);
    return above && columnsUnderGroup(above);
  };
  for (;;) {
    const ready = outcomes.flatMap((outcome, index) => {
      const place = made.has(index) ? undefined : placeOf(outcome);
      return place ? [{ index, group: { companyFk: caller.company, name: names[index] ?? '', ...place } }] : [];
    });
    if (ready.length === 0) return [...made.values()];
    const rows = await insertGroups(
      tx,
      ready.map(({ group }) => group),
    );
    // Within one statement, names are unique: rows are told apart by them.
    const byName = new Map(rows.map((row) => [row.name, row]));
    for (const { index, group } of ready) {
      const row = byName.get(group.name);
      if (!row) throw new Error('the group was not stored');
      made.set(index, row);
    }
  }
}

/** Imports of groups (spec 3 §5, decision 32). */
export function createGroupImport(deps: Deps, runImport: RunImport) {
  const { database, now } = deps;
  return (caller: Caller, request: ImportRequest<GroupImportRow>): Promise<ImportResult> => {
    const { rows } = request;
    const key = { kind: 'groups', id: request.import_id ?? randomUUID() } as const;
    return runImport(caller, request, {
      key,
      plan: async () => importResultOf(wireRows(await database.read(caller.company, (tx) => plan(tx, rows))), request),
      run: async () => {
        const at = new Date(now());
        // A record that is found again also when the process ends meanwhile.
        await commitChange(deps, caller.company, async (tx) => {
          await lockCallerRole(tx, caller);
          await upsertImportProgress(tx, caller, key, { done: 0, total: rows.length, at });
        });
        return commitChange(deps, caller.company, async (tx) => {
          await lockTreeForCaller(tx, caller);
          const stored = await findImport(tx, key);
          if (stored?.result) return stored.result;
          const planned = await plan(tx, rows);
          const result = importResultOf(wireRows(planned), request);
          const made = await makeGroups(tx, caller, planned);
          await auditNewGroups(tx, caller, made);
          await upsertImportProgress(tx, caller, key, {
            done: made.length,
            total: made.length,
            result,
            at,
          });
          if (made.length > 0) {
            await refreshSightsOnCommit(tx);
            publishFleetOnCommit(tx, [groupChangeOf(made)]);
          }
          return result;
        });
      },
    });
  };
}
