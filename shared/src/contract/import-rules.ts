import { byKey } from '../texts/by-language.ts';
import { importTexts } from '../texts/import-texts.ts';
import type { Language } from './languages.ts';

/** Of a workbook that is read in the browser, in bytes. */
export const MAX_IMPORT_FILE_BYTES = 5 * 1_048_576;

/** Of one import. */
export const MAX_IMPORT_ROWS = 1_000;

/** Of the body of an import, in bytes. */
export const MAX_IMPORT_BODY_BYTES = 2 * 1_048_576;

/** Characters of a cell of a user; the ID and the password have rules of their own. */
export const userImportLimits = {
  name: 100,
  email: 200,
  phone: 100,
  department: 100,
  position: 100,
  group_name: 200,
} as const;

/** A group is at most this deep within a file (spec 3 §5). */
export const MAX_IMPORT_GROUP_LEVELS = 3;

/** The columns of a workbook with users, in their order (spec 3 §3, bulk manager row). */
export const userImportFields = [
  'mgrid',
  'pw',
  'name',
  'email',
  'phone',
  'department',
  'position',
  'group_name',
] as const;
export type UserImportField = (typeof userImportFields)[number];

type Titles = Readonly<Record<Language, readonly string[]>>;
type Rows = readonly (readonly string[])[];

export const templateKinds = ['users', 'groups', 'ip'] as const;
export type TemplateKind = (typeof templateKinds)[number];

/** The first row of each template. */
export const templateHeaders: { readonly [K in TemplateKind]: Titles } = byKey(importTexts, 'headers');

/**
 * What a filled row looks like, below the titles of each template. A row that is left as it is there is not read, so
 * its first text says that it is an example.
 */
export const templateExamples: { readonly [K in TemplateKind]: Readonly<Record<Language, Rows>> } = byKey(
  importTexts,
  'examples',
);

/** The columns that a file has to have, by their place in the template. */
export const requiredColumns: { readonly [K in TemplateKind]: readonly number[] } = {
  users: [0, 1, 2],
  groups: [0],
  ip: [0],
};

/** A column beyond those of the template, so that a name in it is reported instead of ignored. */
export const overflowTitles: { readonly [K in TemplateKind]: readonly string[] } = {
  users: [],
  groups: ['Level 4', '4단계', 'レベル4'],
  ip: [],
};

/** The name of the sheet; a spreadsheet shows it on its tab. */
export const templateSheetNames: { readonly [K in TemplateKind]: Readonly<Record<Language, string>> } = byKey(
  importTexts,
  'sheets',
);
