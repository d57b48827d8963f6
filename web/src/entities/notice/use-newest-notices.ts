import type { Notice } from '@vigil/shared/contract/http/notices';
import { useLanguage } from '../../lib/language.ts';
import { usePreference } from '../preference/use-preference.ts';
import { useSettings } from '../session/settings.ts';
import { notices, readNotices } from './notices.ts';
import { NOTICE_SKIP, skippedIn } from './skipped-notices.ts';

/** As many as the sign-in screen shows (spec 1 §9). */
const newestFirst = { by: 'create_time', order: 'desc', limit: 3, offset: 0 } as const;
const none: readonly Notice[] = [];

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
