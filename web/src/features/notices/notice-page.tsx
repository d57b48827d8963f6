import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconList, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { NoticeLanguageLabel } from '../../entities/notice/notice-language.tsx';
import { notices } from '../../entities/notice/notices.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { ServerSanitizedHtml } from '../../ui/server-sanitized-html.tsx';
import classes from './notices.module.css';

/** One notice, with links back to the list. */
export function NoticePage() {
  const { t } = useTranslation(['support', 'common']);
  const language = useLanguage();
  const navigate = useNavigate();
  const time = useTimeFormat();
  const { pk = '' } = useParams();
  const isNumber = /^[1-9]\d{0,9}$/u.test(pk);
  const query = notices.useOne(pk, { enabled: isNumber });
  const notice = query.data ?? null;
  const isGone = !isNumber || (query.isSuccess && notice === null);

  return (
    <Page title={notice?.notice_title ?? t('notices.title')}>
      {isNumber && <QueryContent query={query} failed={t('notices.one_failed')} loading={5} />}
      {isGone && (
        <EmptyNote icon={<IconSpeakerphone stroke={1.4} />} title={t('notices.gone')} text={t('notices.gone_text')} />
      )}
      {notice && (
        <article className={classes.notice}>
          <time dateTime={notice.create_time}>{time.minute(notice.create_time)}</time>
          <NoticeLanguageLabel notice={notice} />
          <div className={classes.body}>
            <ServerSanitizedHtml html={notice.notice_content} lang={notice.type} />
          </div>
        </article>
      )}
      <Group mt="md" gap="xs">
        <Button variant="default" leftSection={<IconArrowLeft size={15} />} onClick={() => void navigate(-1)}>
          {t('common:back')}
        </Button>
        <Button
          component={Link}
          variant="default"
          leftSection={<IconList size={15} />}
          to={`/${language}/support/notice`}
        >
          {t('notices.list')}
        </Button>
      </Group>
    </Page>
  );
}
