import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_IMPORT_BODY_BYTES, MAX_IMPORT_ROWS } from '../import-rules.ts';
import * as company from '../routes/company.ts';

export const importRowStates = ['ok', 'exists', 'failed'] as const;

/**
 * The outcome of a row, or the expected one in a preview. `index` is that of the request, from 0; `row` the one of
 * `row_numbers`; `code` is a problem code, `field` the column it is about.
 */
export const ImportRowResult = z.object({
  index: z.int(),
  state: z.enum(importRowStates),
  code: z.string().optional(),
  field: z.string().optional(),
  row: z.int().optional(),
});
export type ImportRowResult = z.infer<typeof ImportRowResult>;

/** `failure` counts the rows whose state is `failed`, `exists` those of `exists`; all others are `ok`. */
export const ImportResult = z.object({
  total: z.int(),
  failure: z.int(),
  exists: z.int(),
  rows: z.array(ImportRowResult),
});
export type ImportResult = z.infer<typeof ImportResult>;

const ImportId = z.uuid();
/** The rules of a cell are those of the row: a text that breaks one fails its row, not the request. */
const cell = z.string().default('');

/** Spec 3 §3, bulk manager row. */
export const UserImportRow = z.object({
  mgrid: cell,
  pw: cell,
  name: cell,
  email: cell,
  phone: cell,
  department: cell,
  position: cell,
  /** The name of a group, or its path: `HQ/Floor 2` (decision 27). Empty: no group. */
  group_name: cell,
});
export type UserImportRow = z.infer<typeof UserImportRow>;

/**
 * Spec 3 §3, bulk group row. `parent_group_name` is looked for in the request, then among the groups; empty: none
 * (decision 32).
 */
export const GroupImportRow = z.object({ name: cell, parent_group_name: cell });
export type GroupImportRow = z.infer<typeof GroupImportRow>;

const fromText = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
};

/** The rows with their options, or the bare rows, as an array or as its JSON text (spec 3 §7). */
const bodyOf = <R extends z.ZodType>(row: R) => {
  const rows = z.array(row).max(MAX_IMPORT_ROWS);
  const request = z.object({
    rows,
    /** Says what would happen, and changes nothing. */
    dry_run: z.union([z.boolean(), z.literal(0), z.literal(1)]).default(false),
    /** The same import when the request is repeated: it answers the first result. */
    import_id: ImportId.optional(),
    /** Of each row its number in the file, which the result repeats: it may be read without the file. */
    row_numbers: z.array(z.int().min(1)).max(MAX_IMPORT_ROWS).optional(),
  });
  const bare = rows.transform((all) => ({
    rows: all,
    dry_run: false as const,
    import_id: undefined,
    row_numbers: undefined,
  }));
  return z.union([request, bare, z.string().transform(fromText).pipe(bare)]);
};

/**
 * Adds users, as `POST /managers` adds one, but with its own rule for passwords (decision 26). What is valid is made in
 * one transaction. A row whose ID exists is `exists` with `id_exist` (decision 83). Rows beyond the seats fail with
 * `sub_manager_limit`.
 * @throws Problem `not_allowed` with the reason `policy` where imports are switched off, `import_under_way` while
 * another import of the company has not ended
 */
export const importUsers = endpoint(company.importUsers, {
  audits: ['userCreated', 'groupGranted'],
  summary: 'Add up to 1,000 users',
  bodyLimit: MAX_IMPORT_BODY_BYTES,
  body: bodyOf(UserImportRow),
  objects: ImportResult,
});

/**
 * How far an import of users is; `done` and `total` count the passwords that are hashed before any user is made, 0 of 0
 * before the first.
 */
export const readUserImportProgress = endpoint(company.readUserImportProgress, {
  summary: 'Read how far an import of users is',
  params: z.object({ import_id: ImportId }),
  objects: z.object({ done: z.int(), total: z.int(), finished: z.boolean() }),
});

/**
 * Adds groups, as `POST /device-groups` adds one. Names are unique within the request, and at most three levels deep;
 * otherwise a row fails with `excel_group_fail` (spec 3 §5). A group that exists already at its place is `exists`,
 * without a code (decision 32).
 * @throws Problem `not_allowed` with the reason `policy` where imports are switched off
 */
export const importGroups = endpoint(company.importGroups, {
  audits: ['groupCreated'],
  summary: 'Add up to 1,000 groups',
  bodyLimit: MAX_IMPORT_BODY_BYTES,
  body: bodyOf(GroupImportRow),
  objects: ImportResult,
});

export const importKinds = ['users', 'groups'] as const;
export type ImportKind = (typeof importKinds)[number];

/** `interrupted`: its process ended before it had made anything. */
export const importStates = ['running', 'finished', 'interrupted'] as const;

/**
 * An import of the caller. `done` of `total` as in `readUserImportProgress`; the counts are those of its result, 0
 * before.
 */
export const ImportRecord = z.object({
  id: ImportId,
  kind: z.enum(importKinds),
  state: z.enum(importStates),
  done: z.int(),
  total: z.int(),
  ok: z.int(),
  exists: z.int(),
  failure: z.int(),
  created_at: z.iso.datetime(),
});
export type ImportRecord = z.infer<typeof ImportRecord>;

/** The caller's imports of the last day, the latest first: an import goes on when the page that began it is closed. */
export const listImports = endpoint(company.listImports, {
  summary: 'List your imports of the last day',
  objects: z.array(ImportRecord),
});

/** @throws Problem `not_found` for an import of another user, or of more than 30 days ago */
export const readImport = endpoint(company.readImport, {
  summary: 'Read one of your imports with its rows',
  params: z.object({ import_id: ImportId }),
  objects: ImportRecord.extend({ rows: z.array(ImportRowResult) }),
});
