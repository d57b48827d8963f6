import type { CallOf } from '@vigil/shared/contract/endpoint';
import type { listNotices as listNoticesOf } from '@vigil/shared/contract/http/notices';
import type { Language } from '@vigil/shared/contract/languages';
import { listNotices, readNotice } from '@vigil/shared/contract/routes/company';
import { atomWithStorage } from 'jotai/utils';
import type { Api } from '../../lib/api.ts';
import { storageKey } from '../../lib/local-storage-keys.ts';
import { defineResource } from '../resource.ts';

/** The notices that were read or skipped in this browser, by any user: they do not pop up before the sign-in. */
export const seenNoticesAtom = atomWithStorage<unknown>(storageKey.noticeSkip, [], undefined, {
  getOnInit: true,
});

export const notices = defineResource({
  key: 'notices',
  list: listNotices,
  read: readNotice,
  rereadOn: ['notice'],
  isPolled: true,
});

type NoticeQuery = Omit<NonNullable<CallOf<typeof listNoticesOf>['query']>, 'type'>;

/**
 * Notices in the language of the page; where there is none at all, the Korean ones, in which the operator always
 * writes.
 */
export async function readNotices({ call }: Api, query: NoticeQuery, language: Language) {
  const own = await call(listNotices, { query: { ...query, type: language } });
  if (language === 'ko' || own.meta.total_count > 0) return own;
  return call(listNotices, { query: { ...query, type: 'ko' } });
}
