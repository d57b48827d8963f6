import { Anchor } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconSpeakerphone } from '@tabler/icons-react';
import type { Notice } from '@vigil/shared/contract/http/notices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NoticeLanguageLabel } from '../../entities/notice/notice-language.tsx';
import { notices, readNotices } from '../../entities/notice/notices.ts';
import { useMarkAsRead } from '../../entities/notice/use-mark-as-read.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLoadMore } from '../../entities/use-load-more.ts';
import { useLanguage } from '../../lib/language.ts';
import { LoadMoreList } from '../../ui/load-more-list.tsx';
import { Page } from '../../ui/page.tsx';
import { ServerSanitizedHtml } from '../../ui/server-sanitized-html.tsx';
import classes from './notices.module.css';

/** Spec 1 §7. */
const PAGE = 10;
const none: readonly Notice[] = [];

/** The operator's notices, newest first. Opening the list marks them as read. */
export function NoticesPage() {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const { query, rows } = useLoadMore({
    key: [...notices.key, language],
    read: (api, offset: number | null) => {
      const page = { by: 'notice_date', order: 'desc', search_mode: 'pagination', limit: PAGE } as const;
      return readNotices(api, { ...page, offset: offset ?? 0 }, language);
    },
    nextOf: (parts) => {
      const read = parts.reduce((sum, { objects }) => sum + objects.length, 0);
      const last = parts.at(-1);
      return last && last.objects.length > 0 && read < last.meta.total_count ? read : null;
    },
  });
  useMarkAsRead(rows ?? none);

  return (
    <Page title={t('notices.title')}>
      <LoadMoreList
        query={query}
        rows={rows}
        loading={6}
        failed={t('notices.failed')}
        more={t('notices.next')}
        empty={{ icon: <IconSpeakerphone stroke={1.4} />, title: t('notices.empty'), text: t('notices.empty_text') }}
      >
        {(shown) => <NoticeList rows={shown} />}
      </LoadMoreList>
    </Page>
  );
}

function NoticeList({ rows }: { rows: readonly Notice[] }) {
  const [now] = useState(() => Date.now());
  return (
    <ul className={classes.list}>
      {rows.map((notice) => (
        <NoticeItem key={notice.pk} notice={notice} now={now} />
      ))}
    </ul>
  );
}

/** About five lines of a notice. */
const CLAMPED_PX = 120;

function NoticeItem({ notice, now }: { notice: Notice; now: number }) {
  const { t } = useTranslation('support');
  const language = useLanguage();
  const time = useTimeFormat();
  const { ref, height } = useElementSize();
  const { pk, notice_title: title, create_time, notice_content, type } = notice;
  const to = `/${language}/support/notice/${pk}`;
  const isClamped = height > CLAMPED_PX;
  return (
    <li className={classes.item}>
      <h2 className={classes.head}>
        <Link to={to} lang={type}>
          {title}
        </Link>
        <NoticeLanguageLabel notice={notice} />
        <time dateTime={create_time} title={time.minute(create_time)}>
          {time.ago(create_time, now)}
        </time>
      </h2>
      {/* Links in the part that is cut off must not get the focus. */}
      <div
        className={classes.preview}
        style={{ maxHeight: CLAMPED_PX }}
        data-clamped={isClamped || undefined}
        inert={isClamped}
      >
        <div ref={ref} className={classes.body}>
          <ServerSanitizedHtml html={notice_content} lang={type} />
        </div>
      </div>
      {isClamped && (
        <Anchor component={Link} to={to} fz="sm" aria-label={t('notices.more_of', { title })}>
          {t('notices.more')}
        </Anchor>
      )}
    </li>
  );
}
