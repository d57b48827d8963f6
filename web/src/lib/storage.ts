/** The keys of local storage, in one place so that a sign-out can decide what to keep (spec 1 §4). */
export const storageKey = {
  token: 'vigil.token',
  remember: 'remember',
  rememberMode: 'rememberMode',
  noticeSkip: 'notice_skip',
  popupSkip: 'popup_skip',
  lastUser: 'vigil.last-user',
  language: 'lang',
  iconView: 'icon_view',
  columns: 'vigil.columns',
  columnLayout: 'vigil.column-layout',
  treeWidth: 'vigil.tree-width',
  detailWidth: 'vigil.detail-width',
  treeOpen: 'vigil.tree-open',
  pageSize: 'vigil.page-size',
  colorScheme: 'vigil.color-scheme',
  lastActivity: 'vigil.touched',
  reloadedAt: 'vigil.reloaded-at',
} as const;

/** The keys that survive a sign-out (spec 1 §4), and the colour scheme, which belongs to the browser. */
const kept: ReadonlySet<string> = new Set([
  storageKey.remember,
  storageKey.rememberMode,
  storageKey.noticeSkip,
  storageKey.popupSkip,
  storageKey.lastUser,
  storageKey.language,
  storageKey.iconView,
  storageKey.colorScheme,
]);
const isKept = (key: string): boolean => kept.has(key) || key.startsWith('mobile');

export function clearUserStorage(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!isKept(key)) storage.removeItem(key);
}

/** Clears what the previous user left in this browser when another one signs in (spec 1 §4). */
export function clearPreviousUser(storage: Storage, user: string): void {
  const previous = storage.getItem(storageKey.lastUser);
  if (previous !== null && previous !== user) clearUserStorage(storage);
  storage.setItem(storageKey.lastUser, user);
}

/** Spec 1 §4: a sign-out removes the token cookie, which another part of the product may have set. */
export const expiredTokenCookie = 'token=; path=/; max-age=0; samesite=lax';
