import { Button, Center } from '@mantine/core';
import type { Notice } from '@vigil/shared/contract/http/notices';
import { listNotices } from '../../endpoints.ts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { noticesKey, useMarkAsRead } from '../../entities/notice/notices.ts';
import { useServices } from '../../lib/services.ts';
import { useLanguage } from '../../lib/language.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { FailedState, LoadingRows, EmptyNote } from '../../ui/list-state.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './notices.module.css';

/** Spec 1 §7. */
const PAGE = 10;

/** The operator's notices, newest first. Opening the list marks them as read. */
export function NoticesPage() {
  const { t } = useTranslation('support');
  const query = useNotices();
  const notices = query.data?.pages.flatMap(({ objects }) => objects) ?? [];
  useMarkAsRead(notices);

  return (
    <Page title={t('notices.title')}>
      {query.isPending && <LoadingRows rows={6} />}
      {query.isError && (
        <FailedState title={t('notices.failed')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && notices.length === 0 && (
        <EmptyNote icon={<IconSpeakerphone stroke={1.4} />} title={t('notices.empty')} text={t('notices.empty_text')} />
      )}
      {notices.length > 0 && <NoticeList notices={notices} />}
      {query.hasNextPage && (
        <Center mt="md">
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('notices.more')}
          </Button>
        </Center>
      )}
    </Page>
  );
}

function useNotices() {
  const { api } = useServices();
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: [...noticesKey, 'list', language],
    queryFn: ({ pageParam }) =>
      api.call(listNotices, {
        query: {
          by: 'create_time',
          order: 'desc',
          search_mode: 'pagination',
          limit: PAGE,
          offset: pageParam,
          type: language,
        },
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { objects }) => sum + objects.length, 0);
      return last.objects.length > 0 && read < last.meta.total_count ? read : undefined;
    },
  });
}

function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const language = useLanguage();
  const time = useTimeFormat();
  const [now] = useState(() => Date.now());
  return (
    <ul className={classes.list}>
      {notices.map(({ pk, notice_title, create_time }) => (
        <li key={pk}>
          <Link to={`/${language}/support/notice/${pk}`} className={classes.line}>
            <span>{notice_title}</span>
            <time dateTime={create_time} title={time.minute(create_time)}>
              {time.ago(create_time, now)}
            </time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
