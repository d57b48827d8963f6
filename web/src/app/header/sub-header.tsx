import { SegmentedControl, Tooltip } from '@mantine/core';
import { IconLayoutGrid, IconSpeakerphone, IconTable } from '@tabler/icons-react';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { viewAtom } from '../../features/devices/list-state.ts';
import { useNewestNotice } from '../../entities/notice/notices.ts';
import { useSettings } from '../../entities/session/settings.ts';
import { useLanguage } from '../../lib/language.ts';
import classes from './header.module.css';

/** Under the header: the operator's newest notice, and how devices are shown (spec 1 §2). */
export function SubHeader() {
  const { standalone } = useSettings();
  return (
    <div className={classes.sub}>
      {!standalone && <NoticeButton />}
      <div className={classes.spacer} />
      <ModeSwitch />
    </div>
  );
}

function NoticeButton() {
  const { t } = useTranslation('shell');
  const language = useLanguage();
  const { notice, isUnread } = useNewestNotice();
  return (
    <Link className={classes.notice} to={`/${language}/support/notice`} data-unread={isUnread || undefined}>
      <IconSpeakerphone size={15} stroke={1.7} aria-hidden="true" />
      <b>{t('notice.button')}</b>
      {isUnread && (
        <span className={classes.dot}>
          <span className="visually-hidden">{t('notice.unread')}</span>
        </span>
      )}
      {notice && <span className={classes.noticeTitle}>{notice.notice_title}</span>}
    </Link>
  );
}

/** SIMPLE shows devices as cards, NORMAL as a table; both open the list, which remembers the choice. */
function ModeSwitch() {
  const { t } = useTranslation('shell');
  const [view, setView] = useAtom(viewAtom);
  const navigate = useNavigate();
  const language = useLanguage();
  const { pathname } = useLocation();
  const list = `/${language}/device/`;

  const choose = (mode: string) => {
    setView(mode === 'simple' ? 'icon' : 'table');
    if (!pathname.startsWith(list)) void navigate(`${list}all`);
  };
  return (
    <SegmentedControl
      size="xs"
      className={classes.mode}
      aria-label={t('mode.label')}
      value={view === 'table' ? 'normal' : 'simple'}
      onChange={choose}
      data={[
        { value: 'simple', label: <Mode icon={<IconLayoutGrid size={14} />} mode="simple" /> },
        { value: 'normal', label: <Mode icon={<IconTable size={14} />} mode="normal" /> },
      ]}
    />
  );
}

function Mode({ icon, mode }: { icon: React.ReactNode; mode: 'simple' | 'normal' }) {
  const { t } = useTranslation('shell');
  return (
    <Tooltip label={t(`mode.${mode}_hint`)}>
      <span className={classes.modeLabel}>
        {icon}
        {t(`mode.${mode}`)}
      </span>
    </Tooltip>
  );
}
