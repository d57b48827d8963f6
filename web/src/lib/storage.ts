/** The keys of local storage, in one place so that signing out knows what to keep (spec 1 §4). */
export const storageKey = {
  token: 'vigil.token',
  remember: 'remember',
  rememberMode: 'remember_mode',
  noticeSkip: 'notice_skip',
  lastUser: 'vigil.last-user',
  language: 'lang',
  iconView: 'icon_view',
  columns: 'vigil.columns',
  treeWidth: 'vigil.tree-width',
  detailWidth: 'vigil.detail-width',
  treeOpen: 'vigil.tree-open',
  pageSize: 'vigil.page-size',
  colorScheme: 'vigil.color-scheme',
} as const;

/** What belongs to a machine rather than to a person survives a sign-out. */
const personal = [storageKey.token, storageKey.treeOpen];

export function forgetPerson(storage: Storage): void {
  for (const key of personal) storage.removeItem(key);
}
