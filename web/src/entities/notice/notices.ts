import { listNotices, type Notice } from '@vigil/shared/contract/http/notices';
import { useQuery } from '@tanstack/react-query';
import { atomWithStorage } from 'jotai/utils';
import { useAtomValue } from 'jotai';
import { useServices } from '../../lib/services.ts';
import { useSettings } from '../session/settings.ts';
import { storageKey } from '../../lib/storage.ts';
import { useLanguage } from '../../lib/language.ts';

/** The newest notice that was read or skipped in this browser; it neither pops up nor counts as unread. */
export const noticeSkipAtom = atomWithStorage<number>(storageKey.noticeSkip, 0, undefined, { getOnInit: true });

export const noticesKey = ['notices'] as const;

/** The newest notice, read by the shell (spec 1 §7) and again after `notice_posted`. */
export function useNewestNotice(): { notice: Notice | null; isUnread: boolean } {
  const { api } = useServices();
  const { standalone } = useSettings();
  const language = useLanguage();
  const skipped = useAtomValue(noticeSkipAtom);
  const { data } = useQuery({
    queryKey: [...noticesKey, 'newest', language],
    queryFn: async () => {
      const query = { by: 'create_time', order: 'desc', limit: 1, offset: 0, type: language } as const;
      return (await api.call(listNotices, { query })).objects[0] ?? null;
    },
    enabled: !standalone,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const notice = data ?? null;
  return { notice, isUnread: notice !== null && notice.pk > skipped };
}
