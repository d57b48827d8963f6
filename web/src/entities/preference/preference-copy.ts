import type { Preference } from '@vigil/shared/contract/http/preferences';

/** What this browser last knew of a preference of its user; removed when the user signs out. */
export function createPreferenceCopy(storage: Storage, key: string) {
  const name = `vigil.preference.${key}`;
  return {
    read: (): Preference['value'] => {
      try {
        return JSON.parse(storage.getItem(name) ?? 'null') as Preference['value'];
      } catch {
        return null;
      }
    },
    write: (value: Preference['value']): void => storage.setItem(name, JSON.stringify(value)),
  };
}
