import type { GroupImportRow, UserImportRow } from '../contract/http/imports.ts';
import type { IpRuleInput } from '../contract/http/ip-policy.ts';
import { MAX_IMPORT_GROUP_LEVELS, userImportLimits, type TemplateKind } from '../contract/import-rules.ts';
import { MAX_IP_REASON } from '../contract/ip-rules.ts';
import { MAX_GROUP_NAME } from '../contract/limits.ts';
import { cleanName } from '../contract/patterns.ts';
import type { ProblemCode } from '../contract/problems.ts';
import type { CellProblem } from '../spreadsheets/shown-text.ts';
import type { SheetRow } from './import-columns.ts';
import { addressProblem } from './ip-addresses.ts';
import { IMPORT_PASSWORD_RULE, newUserProblems } from './new-user.ts';

/** What is wrong with the place of a group in the file, beside the problems that the server names. */
export const groupPlacementReasons = ['two_names', 'skipped_level', 'duplicate', 'below_invalid'] as const;
/** What is wrong with a row because of another one of the file. */
export const repetitionReasons = ['repeated_id'] as const;
export type LeftOutReason =
  | ProblemCode
  | CellProblem
  | (typeof groupPlacementReasons)[number]
  | (typeof repetitionReasons)[number];

/** A row of the file that can be sent. */
export interface ValidRow<Body> extends SheetRow {
  readonly body: Body;
}

/** One that stays out of the preview (spec 3 §2). */
export interface InvalidRow extends SheetRow {
  readonly reason: LeftOutReason;
  /** What else is wrong with it. */
  readonly more?: readonly LeftOutReason[];
}

export interface ValidatedRows<Body> {
  readonly ready: readonly ValidRow<Body>[];
  readonly leftOut: readonly InvalidRow[];
}

/** Half of a character, which escapes in a workbook can make; browsers of today cannot all be asked for it. */
const HALF_CHARACTER = /\p{Cs}/u;

const areStorable = (texts: readonly string[]): boolean =>
  texts.every((text) => !text.includes('\0') && !HALF_CHARACTER.test(text));

const unreadableReason = ({ unreadable, texts }: SheetRow): LeftOutReason | null =>
  unreadable?.problem ?? (areStorable(texts) ? null : 'text_not_storable');

const fold = (text: string): string => text.toLowerCase();

const isTooLong = (row: UserImportRow): boolean =>
  (Object.keys(userImportLimits) as (keyof typeof userImportLimits)[]).some(
    (field) => row[field].trim().length > userImportLimits[field],
  );

/**
 * Users by the rules of spec 3 §5 for imports. An ID that a row above has already is no user that exists, but a mistake
 * in the file.
 */
export function validateUserRows(rows: readonly SheetRow[]): ValidatedRows<UserImportRow> {
  const ready: ValidRow<UserImportRow>[] = [];
  const leftOut: InvalidRow[] = [];
  const ids = new Set<string>();
  for (const row of rows) {
    const [mgrid = '', pw = '', name = '', email = '', phone = '', department = '', position = '', group_name = ''] =
      row.texts;
    const body = { mgrid, pw, name, email, phone, department, position, group_name };
    const unreadable = unreadableReason(row);
    const id = fold(mgrid.trim());
    const [reason, ...more]: readonly LeftOutReason[] = [
      ...(unreadable === null ? [] : [unreadable]),
      ...(ids.has(id) ? repetitionReasons : []),
      ...newUserProblems(body, { rule: IMPORT_PASSWORD_RULE, isTaken: false }).map(({ code }) => code),
      ...(isTooLong(body) ? (['too_long'] as const) : []),
    ];
    if (reason !== undefined) leftOut.push({ ...row, reason, more });
    else {
      ids.add(id);
      ready.push({ ...row, body });
    }
  }
  return { ready, leftOut };
}

/** IP rules: start, end and reason (spec 3 §5). */
export function validateIpRuleRows(rows: readonly SheetRow[]): ValidatedRows<IpRuleInput> {
  const ready: ValidRow<IpRuleInput>[] = [];
  const leftOut: InvalidRow[] = [];
  for (const row of rows) {
    const [start = '', end = '', reason = ''] = row.texts;
    const problem =
      unreadableReason(row) ?? addressProblem(start, end) ?? (reason.length > MAX_IP_REASON ? 'too_long' : null);
    if (problem) leftOut.push({ ...row, reason: problem });
    else ready.push({ ...row, body: { start_ip_address: start, end_ip_address: end, reason } });
  }
  return { ready, leftOut };
}

const levelOf = ({ texts }: Pick<SheetRow, 'texts'>): number => texts.findIndex((text) => text !== '');

/** The chosen rows of a file of groups, with those that they are below: without these they would have no place. */
function withParentRows(rows: readonly SheetRow[], chosen: ReadonlySet<number>): SheetRow[] {
  const kept: SheetRow[] = [];
  let below = 0;
  for (const row of rows.toReversed()) {
    if (!chosen.has(row.number) && levelOf(row) >= below) continue;
    kept.unshift(row);
    below = levelOf(row);
  }
  return kept;
}

/**
 * The level of a row is the column of its first name, from 0; its parent is the nearest row above it of one level less.
 */
export function validateGroupRows(rows: readonly SheetRow[]): ValidatedRows<GroupImportRow> {
  const placed = rows.map((row) => {
    const texts = row.texts.map(cleanName);
    const names = texts.filter((text) => text !== '');
    return { row, names, name: names[0] ?? '', level: levelOf({ texts }), unreadable: unreadableReason(row) };
  });
  const counts = Map.groupBy(placed, ({ name }) => fold(name));
  const ready: ValidRow<GroupImportRow>[] = [];
  const leftOut: InvalidRow[] = [];
  /** The last row of each level, as far as the current one is below it; null: it is left out. */
  let above: (string | null)[] = [];
  for (const { row, names, name, level, unreadable } of placed) {
    const parent = level === 0 ? '' : above[level - 1];
    const placement: LeftOutReason | null =
      names.length > 1
        ? 'two_names'
        : level >= MAX_IMPORT_GROUP_LEVELS
          ? 'excel_group_fail'
          : parent === undefined
            ? 'skipped_level'
            : name.length > MAX_GROUP_NAME
              ? 'too_long'
              : (counts.get(fold(name))?.length ?? 0) > 1
                ? 'duplicate'
                : parent === null
                  ? 'below_invalid'
                  : null;
    const reason = unreadable ?? placement;
    above = [...above.slice(0, level), reason === null ? name : null];
    if (reason !== null) leftOut.push({ ...row, reason });
    else ready.push({ ...row, body: { name, parent_group_name: parent ?? '' } });
  }
  return { ready, leftOut };
}

/**
 * What is to be corrected, as the rows of a workbook of the same form: behind the columns that are read, each row has
 * its reason.
 * @param reasons by the number of the row
 * @returns `titles` of the columns between those of the template and the reasons
 */
export function rowsToCorrect(
  kind: TemplateKind,
  all: readonly SheetRow[],
  reasons: ReadonlyMap<number, string>,
): { titles: readonly string[]; rows: readonly (readonly string[])[] } {
  const chosen = new Set(reasons.keys());
  const rows = kind === 'groups' ? withParentRows(all, chosen) : all.filter(({ number }) => chosen.has(number));
  const written = rows.map(({ number, texts }) => [...texts, reasons.get(number) ?? '']);
  return { titles: kind === 'groups' ? [''] : [], rows: written };
}
