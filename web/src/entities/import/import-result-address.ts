import type { ImportKind, ImportRecord } from '@vigil/shared/contract/http/imports';

/** Of the query of an import page: the import whose result it shows. */
export const RESULT_PARAMETER = 'result';

const pages: { readonly [K in ImportKind]: string } = {
  users: 'management/managers/excel',
  groups: 'management/groups/excel',
};

export const importResultAddress = (language: string, { kind, id }: Pick<ImportRecord, 'kind' | 'id'>): string =>
  `/${language}/${pages[kind]}?${RESULT_PARAMETER}=${id}`;
