import type { Notice } from '@vigil/shared/contract/http/notices';
import { useQuery } from '@tanstack/react-query';
import { noticesKey, readNotices } from '../../entities/notice/notices.ts';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';

/** Spec 1 §9. */
const SHOWN = 3;
const none: readonly Notice[] = [];

/** The newest notices in the language of the page; the sign-in does not depend on them. */
export function useLatestNotices(): readonly Notice[] {
  const { api } = useServices();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [...noticesKey, 'latest', language],
    queryFn: async () => {
      const query = { by: 'notice_date', order: 'desc', limit: SHOWN, offset: 0, search_mode: 'pagination' } as const;
      return (await readNotices(api, query, language)).objects;
    },
    retry: false,
  });
  return data ?? none;
}
