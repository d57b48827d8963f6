import type { NoticePk } from '@vigil/shared/contract/ids';
import { atom, useAtom } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { useEffect } from 'react';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { usePreference } from '../preference/use-preference.ts';
import { withSkippedNotices, READ_NOTICES_PREFERENCE_KEY, skippedNoticesOf } from './read-notices.ts';

const passing = createJSONStorage<unknown>(() => window.sessionStorage);

/** The notices that were skipped in this tab before the sign-in: read by the user who signs in next. */
const earlierSkipsAtom = atomWithStorage<unknown>(storageKey.noticeSkipEarlier, [], passing, { getOnInit: true });

/** Notes that a notice was skipped before the sign-in. */
export const addEarlierSkipAtom = atom(null, (get, set, pk: NoticePk) =>
  set(earlierSkipsAtom, withSkippedNotices(get(earlierSkipsAtom), [pk])),
);

/** Moves these skips to the memory of the signed-in user, so that the notices do not count as unread. */
export function useAdoptEarlierSkips(): void {
  const [earlier, setEarlier] = useAtom(earlierSkipsAtom);
  const [, change] = usePreference(READ_NOTICES_PREFERENCE_KEY);
  useEffect(() => {
    const pks = skippedNoticesOf(earlier);
    if (pks.length === 0) return;
    setEarlier([]);
    change((before) => withSkippedNotices(before, pks));
  }, [earlier, setEarlier, change]);
}
