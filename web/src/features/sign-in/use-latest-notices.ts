import type { Notice } from '@vigil/shared/contract/http/notices';
import { notices, readNotices } from '../../entities/notice/notices.ts';
import { useLanguage } from '../../lib/language.ts';

/** Spec 1 §9. */
const latest = { by: 'notice_date', order: 'desc', limit: 3, offset: 0, search_mode: 'pagination' } as const;
const none: readonly Notice[] = [];

/** The newest notices in the language of the page; the sign-in does not depend on them. */
export function useLatestNotices(): readonly Notice[] {
  const language = useLanguage();
  const { data = none } = notices.useRead(
    ['latest', language],
    async (api) => (await readNotices(api, latest, language)).objects,
    { retry: false },
  );
  return data;
}
