import { MAX_IMPORT_GROUP_LEVELS } from '../contract/import-rules.ts';
import { MAX_GROUP_NAME } from '../contract/limits.ts';
import type { ProblemCode } from '../contract/problems.ts';

/** A group as imports look for one. `folded` is its name as names are compared. */
export interface ExistingGroup {
  readonly pk: number;
  readonly folded: string;
  readonly parent: number | null;
  readonly isDefault: boolean;
}

export interface CaseFoldedGroupRow {
  readonly name: string;
  readonly folded: string;
  /** Folded; empty: none. */
  readonly parent: string;
}

/** What becomes of a row. `parent` of a new group is an existing one, a row, or none. */
export type GroupRowOutcome =
  | { readonly state: 'ok'; readonly parent: { readonly pk: number } | { readonly row: number } | null }
  | { readonly state: 'exists'; readonly pk: number }
  | { readonly state: 'failed'; readonly code: ProblemCode; readonly field: 'name' | 'parent_group_name' };

const failed = (code: ProblemCode, field: 'name' | 'parent_group_name' = 'name'): GroupRowOutcome => ({
  state: 'failed',
  code,
  field,
});

/** As exports and the console join the names of a path; a file may also have slashes without blanks. */
const PATH_SEPARATOR = ' / ';
const withoutBlanksAtSlashes = (text: string): string => text.replaceAll(/\s*\/\s*/gu, '/');

/**
 * The group with a name or a path of names (`HQ/Floor 2`, or `HQ / Floor 2` as exports write it). A name may have a
 * slash of its own, so that a text may be several paths; one that is written exactly as exports write it means that
 * group.
 * @returns the group, or the problem when there is none or more than one
 */
export function createGroupFinder<G extends ExistingGroup>(groups: readonly G[]): (text: string) => G | ProblemCode {
  const byPk = new Map(groups.map((group) => [group.pk, group]));
  const byName = Map.groupBy(groups, ({ folded }) => folded);
  const pathOf = (group: G): string => {
    const above = group.parent === null ? undefined : byPk.get(group.parent);
    return above ? `${pathOf(above)}${PATH_SEPARATOR}${group.folded}` : group.folded;
  };
  let byPath: Map<string, G[]> | undefined;
  return (text) => {
    byPath ??= text.includes('/') ? Map.groupBy(groups, (group) => withoutBlanksAtSlashes(pathOf(group))) : undefined;
    const named = byName.get(text) ?? [];
    const reached = text.includes('/') ? (byPath?.get(withoutBlanksAtSlashes(text)) ?? []) : [];
    const found = [...new Set([...named, ...reached])];
    const exact = text.includes(PATH_SEPARATOR) ? found.filter((group) => pathOf(group) === text) : [];
    const [first, ...others] = exact.length > 0 ? exact : found;
    if (!first) return 'group_unknown';
    return others.length > 0 ? 'group_ambiguous' : first;
  };
}

/**
 * What becomes of each row of an import of groups (spec 3 §5, decision 32). A row below one that fails fails as well:
 * it has no place. Of rows with one name all fail, because a row below that name could mean either.
 */
export function planGroupImport(
  rows: readonly CaseFoldedGroupRow[],
  groups: readonly ExistingGroup[],
): GroupRowOutcome[] {
  const find = createGroupFinder(groups);
  const rowsOf = Map.groupBy(rows.keys(), (index) => rows[index]?.folded ?? '');
  const siblings = new Map(groups.map((group) => [placeOf(group.parent, group.folded), group]));
  const home = groups.find(({ isDefault }) => isDefault)?.pk;
  const outcomes: (GroupRowOutcome | undefined)[] = [];
  const levels: number[] = [];
  /** Rows whose parents are being looked at: a row among its own parents has no place. */
  const open = new Set<number>();

  const place = (index: number, { name, folded, parent }: CaseFoldedGroupRow): GroupRowOutcome => {
    if (name === '') return failed('no_input_data');
    if (name.length > MAX_GROUP_NAME) return failed('too_long');
    if ((rowsOf.get(folded)?.length ?? 0) > 1) return failed('excel_group_fail');
    levels[index] = 1;
    if (parent === '') return existing(null, folded) ?? { state: 'ok', parent: null };
    const [row, ...others] = rowsOf.get(parent) ?? [];
    if (others.length > 0) return failed('excel_group_fail', 'parent_group_name');
    return row === undefined ? underGroup(parent, folded) : underRow(index, row, folded);
  };
  const existing = (parent: number | null, folded: string): GroupRowOutcome | undefined => {
    const found = siblings.get(placeOf(parent, folded));
    return found && { state: 'exists', pk: found.pk };
  };
  const underGroup = (parent: string, folded: string): GroupRowOutcome => {
    const group = find(parent);
    if (typeof group === 'string') return failed(group, 'parent_group_name');
    if (group.isDefault) return failed('default_group', 'parent_group_name');
    return existing(group.pk, folded) ?? { state: 'ok', parent: { pk: group.pk } };
  };
  const underRow = (index: number, row: number, folded: string): GroupRowOutcome => {
    if (open.has(row)) return failed('excel_group_fail', 'parent_group_name');
    const above = outcomeOf(row);
    levels[index] = (levels[row] ?? 1) + 1;
    if (above.state === 'failed' || levels[index] > MAX_IMPORT_GROUP_LEVELS)
      return failed('excel_group_fail', 'parent_group_name');
    if (above.state === 'ok') return { state: 'ok', parent: { row } };
    if (above.pk === home) return failed('default_group', 'parent_group_name');
    return existing(above.pk, folded) ?? { state: 'ok', parent: { pk: above.pk } };
  };
  const outcomeOf = (index: number): GroupRowOutcome => {
    const known = outcomes[index];
    if (known) return known;
    const row = rows[index];
    if (!row) throw new Error('no such row');
    open.add(index);
    const outcome = place(index, row);
    open.delete(index);
    return (outcomes[index] = outcome);
  };
  return rows.map((_row, index) => outcomeOf(index));
}

const placeOf = (parent: number | null, folded: string): string => `${parent ?? ''}/${folded}`;
