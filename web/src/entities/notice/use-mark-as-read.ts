import type { Notice } from '@vigil/shared/contract/http/notices';
import type { NoticePk } from '@vigil/shared/contract/ids';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { usePreference } from '../preference/use-preference.ts';
import { seenNoticesAtom } from './notices.ts';
import { withSkippedNotices, READ_NOTICES_PREFERENCE_KEY } from './read-notices.ts';

/** Remembers notices as read, for the user and for this browser. */
export function useMarkAsRead(opened: readonly Notice[]): void {
  const skipHere = useSetAtom(seenNoticesAtom);
  const [, change] = usePreference(READ_NOTICES_PREFERENCE_KEY);
  const read = opened.map(({ pk }) => pk).join(' ');
  useEffect(() => {
    if (read === '') return;
    const pks = read.split(' ').map(Number) as NoticePk[];
    skipHere((before: unknown) => withSkippedNotices(before, pks));
    change((before) => withSkippedNotices(before, pks));
  }, [read, skipHere, change]);
}
