import type { listNotices as listNoticesOf, Notice } from '@vigil/shared/contract/http/notices';
import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { NoticePk } from '@vigil/shared/contract/ids';
import { listNotices, readNotice } from '../../endpoints.ts';
import { atomWithStorage } from 'jotai/utils';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { Language } from '@vigil/shared/contract/problem-texts';
import type { Api } from '../../lib/api.ts';
import { useSettings } from '../session/settings.ts';
import { storageKey } from '../../lib/storage.ts';
import { useLanguage } from '../../lib/language.ts';
import { usePreference } from '../preference/use-preference.ts';
import { addSkipped, NOTICE_SKIP, skippedIn } from './skipped-notices.ts';
import { resource } from '../resource.ts';

/** The notices that were read or skipped in this browser, by any user: they do not pop up before the sign-in. */
export const noticeSkipAtom = atomWithStorage<unknown>(storageKey.noticeSkip, [], undefined, { getOnInit: true });

export const notices = resource({
  key: 'notices',
  list: listNotices,
  read: readNotice,
  rereadOn: ['notice'],
  isPolled: true,
});

/** As many as the sign-in screen shows (spec 1 §9). */
const newestFirst = { by: 'create_time', order: 'desc', limit: 3, offset: 0 } as const;
const none: readonly Notice[] = [];

type NoticeQuery = Omit<NonNullable<CallOf<typeof listNoticesOf>['query']>, 'type'>;

/** Notices in the language of the page; where there is none at all, the Korean ones, in which the operator always writes. */
export async function readNotices({ call }: Api, query: NoticeQuery, language: Language) {
  const own = await call(listNotices, { query: { ...query, type: language } });
  if (language === 'ko' || own.meta.total_count > 0) return own;
  return call(listNotices, { query: { ...query, type: 'ko' } });
}

/** The newest notices, read by the shell (spec 1 §7) and again after `notice_posted`; an older one is not announced. */
export function useNewestNotices({ enabled }: { enabled: boolean }): { notices: readonly Notice[]; isUnread: boolean } {
  const { standalone } = useSettings();
  const language = useLanguage();
  const [skipped] = usePreference(NOTICE_SKIP);
  const { data: read = none } = notices.useRead(
    ['newest', language],
    async (api) => (await readNotices(api, newestFirst, language)).objects,
    { enabled: !standalone && enabled, staleTime: Number.POSITIVE_INFINITY },
  );
  const [newest] = read;
  return { notices: read, isUnread: newest !== undefined && !skippedIn(skipped).includes(newest.pk) };
}

/** Remembers notices as read, for the user and for this browser. */
export function useMarkAsRead(opened: readonly Notice[]): void {
  const skipHere = useSetAtom(noticeSkipAtom);
  const [, change] = usePreference(NOTICE_SKIP);
  const read = opened.map(({ pk }) => pk).join(' ');
  useEffect(() => {
    if (read === '') return;
    const pks = read.split(' ').map(Number) as NoticePk[];
    skipHere((before: unknown) => addSkipped(before, pks));
    change((before) => addSkipped(before, pks));
  }, [read, skipHere, change]);
}
