import type { Notice } from '@vigil/shared/contract/http/notices';
import { useAtom, useSetAtom } from 'jotai';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addEarlierSkipAtom } from '../../entities/notice/earlier-skips.ts';
import { NoticeLanguageLabel } from '../../entities/notice/notice-language.tsx';
import { seenNoticesAtom, notices as noticesResource, readNotices } from '../../entities/notice/notices.ts';
import { withSkippedNotices, skippedNoticesOf } from '../../entities/notice/read-notices.ts';
import { useLanguage } from '../../lib/language.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { noticeToPopUp } from './notice-popup.ts';
import classes from './notices.module.css';

const NoticeDialog = lazyWithPreload(async () => (await import('./notice-dialog.tsx')).NoticeDialog);

/** The three latest notices; a current one also pops up until it is skipped (spec 1 §2, §4). */
export function Notices() {
  const { t } = useTranslation('signin');
  const notices = useLatestNotices();
  const [skipped, setSkipped] = useAtom(seenNoticesAtom);
  const skipForNextUser = useSetAtom(addEarlierSkipAtom);
  const [read, setRead] = useState<Notice | null>(null);
  const [isClosed, setIsClosed] = useState(false);
  const [openedAt] = useState(Date.now);
  // One a visit: the next one pops up when the page is opened again.
  const popup = isClosed ? null : noticeToPopUp(notices, skippedNoticesOf(skipped), openedAt);
  if (notices.length === 0) return null;

  return (
    <section className={classes.notices} aria-labelledby="latest-notices">
      <h2 id="latest-notices">{t('notices.title')}</h2>
      <ul>
        {notices.map((notice) => (
          <li key={notice.pk}>
            <button type="button" lang={notice.type} onClick={() => setRead(notice)}>
              {notice.notice_title}
            </button>
            <NoticeLanguageLabel notice={notice} />
            <time dateTime={notice.create_time}>{dayOf(notice.create_time)}</time>
          </li>
        ))}
      </ul>
      <Suspense>
        {read && <NoticeDialog notice={read} onClose={() => setRead(null)} />}
        {!read && popup && (
          <NoticeDialog
            notice={popup}
            onSkip={() => {
              setSkipped(withSkippedNotices(skipped, [popup.pk]));
              skipForNextUser(popup.pk);
            }}
            onClose={() => setIsClosed(true)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** `2026/11/24`, where the reader is: before the sign-in no other zone is known. Sweden writes dates as ISO does. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString('sv').replaceAll('-', '/');

/** Spec 1 §9. */
const latest = { by: 'create_time', order: 'desc', limit: 3, offset: 0, search_mode: 'pagination' } as const;
const none: readonly Notice[] = [];

/** The newest notices in the language of the page; the sign-in does not depend on them. */
function useLatestNotices(): readonly Notice[] {
  const language = useLanguage();
  const { data = none } = noticesResource.useRead(
    ['latest', language],
    async (api) => (await readNotices(api, latest, language)).objects,
    { retry: false },
  );
  return data;
}
