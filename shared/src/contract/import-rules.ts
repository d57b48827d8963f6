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
export const templateHeaders: { readonly [K in TemplateKind]: Titles } = {
  users: {
    en: ['ID', 'Password', 'Name', 'Email', 'Phone', 'Department', 'Position', 'Group'],
    ko: ['아이디', '비밀번호', '이름', '이메일', '전화번호', '부서', '직위', '그룹'],
    ja: ['ID', 'パスワード', '名前', 'メール', '電話番号', '部署', '役職', 'グループ'],
  },
  groups: {
    en: ['Level 1', 'Level 2', 'Level 3'],
    ko: ['1단계', '2단계', '3단계'],
    ja: ['レベル1', 'レベル2', 'レベル3'],
  },
  ip: {
    en: ['Start address', 'End address', 'Reason'],
    ko: ['시작 주소', '끝 주소', '사유'],
    ja: ['開始アドレス', '終了アドレス', '理由'],
  },
};

/**
 * What a filled row looks like, below the titles of each template. A row that is left as it is there is not read, so its first text says that
 * it is an example.
 */
export const templateExamples: { readonly [K in TemplateKind]: Readonly<Record<Language, Rows>> } = {
  users: {
    en: [
      [
        'Example: jane.doe',
        'Pass-word1',
        'Jane Doe',
        'jane@example.com',
        '02-123-4567',
        'Sales',
        'Lead',
        'HQ / Floor 2',
      ],
    ],
    ko: [['예: kim.minsu', 'Pass-word1', '김민수', 'kim@example.com', '02-123-4567', '영업팀', '과장', '본사 / 2층']],
    ja: [['例: sato.ken', 'Pass-word1', '佐藤 健', 'sato@example.com', '03-1234-5678', '営業部', '課長', '本社 / 2階']],
  },
  groups: {
    en: [['Example: HQ'], ['', 'Example: Floor 2'], ['', '', 'Example: Room 201']],
    ko: [['예: 본사'], ['', '예: 2층'], ['', '', '예: 201호']],
    ja: [['例: 本社'], ['', '例: 2階'], ['', '', '例: 201号室']],
  },
  ip: {
    en: [['Example: 203.0.113.1', '203.0.113.9', 'Office']],
    ko: [['예: 203.0.113.1', '203.0.113.9', '사무실']],
    ja: [['例: 203.0.113.1', '203.0.113.9', 'オフィス']],
  },
};

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
export const templateSheetNames: { readonly [K in TemplateKind]: Readonly<Record<Language, string>> } = {
  users: { en: 'Users', ko: '사용자', ja: 'ユーザー' },
  groups: { en: 'Groups', ko: '그룹', ja: 'グループ' },
  ip: { en: 'Addresses', ko: '주소', ja: 'アドレス' },
};
