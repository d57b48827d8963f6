import { IconSpeakerphone } from '@tabler/icons-react';
import type { Notice } from '@vigil/shared/contract/http/notices';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NoticeLanguageLabel } from '../../entities/notice/notice-language.tsx';
import { useMarkAsRead } from '../../entities/notice/use-mark-as-read.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmptyNote } from '../../ui/empty-note.tsx';
import classes from './bell.module.css';

/** The operator's newest notices, which are read once they were shown here, and the way to all of them. */
export function BellNoticeList({ notices, onLeave }: { notices: readonly Notice[]; onLeave: () => void }) {
  const { t } = useTranslation('bell');
  const language = useLanguage();
  const time = useTimeFormat();
  useMarkAsRead(notices);
  const list = `/${language}/support/notice`;
  return (
    <>
      {notices.length === 0 && <EmptyNote title={t('no_notices')} />}
      <ul className={classes.list} aria-label={t('notices')}>
        {notices.map(({ pk, notice_title, create_time, type }) => (
          <li key={pk}>
            <Link className={classes.line} to={`${list}/${pk}`} onClick={onLeave}>
              <IconSpeakerphone size={17} stroke={1.7} className={classes.notice} aria-hidden="true" />
              <span className={classes.what}>
                <b lang={type}>{notice_title}</b>
                <NoticeLanguageLabel notice={{ type }} />
              </span>
              <time dateTime={create_time}>{time.date(create_time)}</time>
            </Link>
          </li>
        ))}
      </ul>
      <Link className={classes.all} to={list} onClick={onLeave}>
        {t('all_notices')}
      </Link>
    </>
  );
}
