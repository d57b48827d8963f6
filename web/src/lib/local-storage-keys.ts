/** The keys of local storage, in one place so that a sign-out can decide what to keep (spec 1 §4). */
export const storageKey = {
  token: 'vigil.token',
  /** In the storage of a tab: its session stays in it. */
  ownTab: 'vigil.own-tab',
  /** In the storage of a tab: the address that was opened without a session. */
  returnTo: 'vigil.return-to',
  remember: 'remember',
  rememberMode: 'rememberMode',
  noticeSkip: 'notice_skip',
  noticeSkipEarlier: 'vigil.notice-skip-earlier',
  popupSkip: 'popup_skip',
  lastUser: 'vigil.last-user',
  language: 'lang',
  iconView: 'icon_view',
  treeWidth: 'vigil.tree-width',
  detailWidth: 'vigil.detail-width',
  treeOpen: 'vigil.tree-open',
  colorScheme: 'vigil.color-scheme',
  /** Whose colour scheme it is. */
  colorSchemeOf: 'vigil.color-scheme-of',
  lastActivity: 'vigil.touched',
  reloadedAt: 'vigil.reloaded-at',
  /** The bulk changes that were dismissed from the tray. */
  dismissedChanges: 'vigil.dismissed-changes',
  /** The imports that were dismissed from the tray, or whose result was seen. */
  dismissedImports: 'vigil.dismissed-imports',
  /** The incidents that a tab of this browser has told by a notification. */
  toldIncidents: 'vigil.told-incidents',
  /** Before the id of a device: the fingerprint of the key that this browser has seen there. */
  deviceKey: 'vigil.device-key.',
} as const;

/**
 * The keys that survive a sign-out (spec 1 §4), and the colour scheme, in which the sign-in page is shown. Keys of
 * devices do as well.
 */
const kept: ReadonlySet<string> = new Set([
  storageKey.remember,
  storageKey.rememberMode,
  storageKey.noticeSkip,
  storageKey.popupSkip,
  storageKey.lastUser,
  storageKey.language,
  storageKey.iconView,
  storageKey.colorScheme,
  storageKey.colorSchemeOf,
]);
const isKept = (key: string): boolean =>
  kept.has(key) || key.startsWith('mobile') || key.startsWith(storageKey.deviceKey);

/** Clears what a user left in this browser. With `keepsToken` the session of other tabs goes on. */
export function clearUserStorage(storage: Storage, { keepsToken }: { keepsToken: boolean }): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (!isKept(key) && !(keepsToken && key === storageKey.token)) storage.removeItem(key);
}

/** Clears what the previous user left in this browser when another one signs in (spec 1 §4). */
export function claimStorageForUser(storage: Storage, user: string, options: { keepsToken: boolean }): void {
  if (belongsToAnotherUser(storage, user)) clearUserStorage(storage, options);
  storage.setItem(storageKey.lastUser, user);
}

/** Whether the last one who signed in to this browser is another user. */
export function belongsToAnotherUser(storage: Storage, user: string): boolean {
  const last = storage.getItem(storageKey.lastUser);
  return last !== null && last !== user;
}

/** Spec 1 §4: a sign-out removes the token cookie, which another part of the product may have set. */
export const expiredTokenCookie = 'token=; path=/; max-age=0; samesite=lax';

/** A list of ids. */
export const storedIdList = (storage: Storage, key: string) => ({
  get: (): readonly string[] => (storage.getItem(key) ?? '').split(',').filter((text) => text !== ''),
  set: (list: readonly string[]): void => storage.setItem(key, list.join(',')),
});

/** The fingerprint of a device's key; null before this browser has seen its screen. */
export const storedDeviceKey = (storage: Storage, guid: string) => ({
  get: (): string | null => storage.getItem(storageKey.deviceKey + guid),
  set: (fingerprint: string): void => storage.setItem(storageKey.deviceKey + guid, fingerprint),
});
