import { storageKey } from '../../lib/local-storage-keys.ts';

interface ReturnAddress {
  /** Without the language, which may be chosen before the sign-in. */
  path: string;
  /** Who was signed in last in this browser; null where nobody was. */
  user: string | null;
}

/** Both storages of a page: what is kept in the tab, and what is known of the browser. */
export type SessionStorages = Pick<Window, 'sessionStorage' | 'localStorage'>;

/** Remembers, over reloads of the tab, the address that needs a sign-in first. */
export function keepReturnAddress({ sessionStorage, localStorage }: SessionStorages, address: string): void {
  const path = address.split('/').slice(2).join('/');
  const kept: ReturnAddress = { path, user: localStorage.getItem(storageKey.lastUser) };
  sessionStorage.setItem(storageKey.returnTo, JSON.stringify(kept));
}

/** The kept path, unless it was another user's: what one user has opened is not shown to the next one. */
export function returnPathFor({ sessionStorage }: SessionStorages, user: string): string | null {
  const kept = sessionStorage.getItem(storageKey.returnTo);
  if (kept === null) return null;
  const { path, user: owner } = JSON.parse(kept) as ReturnAddress;
  return owner === null || owner === user ? path : null;
}

/** The state of the navigation that brings a user back after the sign-in. */
export const returnState = { isReturn: true } as const;

export const wasReturnedTo = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isReturn' in state && state.isReturn === true;

export const forgetReturnAddress = ({ sessionStorage }: SessionStorages): void =>
  sessionStorage.removeItem(storageKey.returnTo);
