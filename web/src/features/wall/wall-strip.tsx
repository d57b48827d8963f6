import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconBookmark, IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatusCounts } from '../../entities/device/device-status.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useNowEachSecond } from '../../lib/use-now.ts';
import { useLiveData, useConnectionStatus } from '../../live/use-fleet.ts';
import type { WallScope } from './use-wall-scope.ts';
import type { ShownView } from './use-wall-view.ts';
import classes from './wall.module.css';

interface WallStripProps {
  shown: ShownView;
  scope: WallScope;
  counts: StatusCounts;
  /** Devices that are offline and have no tile. */
  hidden: number;
  /** `turns` counts the turns so far. */
  turning: { page: number; turns: number; pages: number; seconds: number | null };
  /** Null where there are no saved views. */
  onViews: (() => void) | null;
  onHelp: () => void;
}

export function WallStrip({ shown, scope, counts, hidden, turning, onViews, onHelp }: WallStripProps) {
  const { t } = useTranslation('wall');
  const { alerts } = useLiveData();
  const areAlertsKnown = useSyncExternalStore(alerts.subscribe, alerts.isKnown);
  const total = counts.online + counts.offline;
  return (
    <header className={classes.strip}>
      <Title shown={shown} scope={scope} />
      <p className={classes.online} data-some-offline={counts.online < total || undefined}>
        <b>{counts.online}</b>/{total} {t('online')}
      </p>
      {hidden > 0 && <p className={classes.hidden}>{t('hidden', { count: hidden })}</p>}
      <Count
        icon={<IconBell size="1em" />}
        count={areAlertsKnown ? counts.alerts : null}
        text={t('alerts', { count: counts.alerts })}
      />
      <Count icon={<IconAlertTriangle size="1em" />} count={counts.over_threshold} text={t('over_threshold')} />
      <div className={classes.end}>
        <Turning {...turning} />
        <Connection />
        <Clock />
        {onViews && (
          <ActionIcon className={classes.helpButton} size="1.6em" aria-label={t('views.title')} onClick={onViews}>
            <IconBookmark size="1em" stroke={1.7} />
          </ActionIcon>
        )}
        <ActionIcon className={classes.helpButton} size="1.6em" aria-label={t('help')} onClick={onHelp}>
          <IconHelp size="1em" stroke={1.7} />
        </ActionIcon>
      </div>
    </header>
  );
}

/** The name of the saved view, or else of what is shown; and what of it is not there. */
function Title({ shown, scope }: Pick<WallStripProps, 'shown' | 'scope'>) {
  const { t } = useTranslation(['wall', 'tree']);
  const { profile } = useViewer();
  // All that a wall screen shows has the name of the screen.
  const texts = { all: profile.is_screen ? profile.name : t('tree:all'), favorate: t('tree:favourites') };
  const groups = typeof scope.known === 'string' ? texts[scope.known] : scope.known.map(({ name }) => name).join(' · ');
  const isView = shown.kind === 'shown';
  usePageTitle(isView ? shown.view.name : groups);
  return (
    <>
      <h1 title={groups}>{isView ? shown.view.name : groups}</h1>
      {isView && (shown.isDeleted || shown.isChanged) && (
        <p className={classes.note}>{t(shown.isDeleted ? 'views.was_deleted' : 'views.is_changed')}</p>
      )}
      {scope.missing > 0 && <p className={classes.note}>{t('views.left_out', { count: scope.missing })}</p>}
    </>
  );
}

function Count({ icon, count, text }: { icon: React.ReactNode; count: number | null; text: string }) {
  return (
    <p className={classes.count} data-some={(count !== null && count > 0) || undefined}>
      {icon}
      <b>{count ?? NO_VALUE}</b> {text}
    </p>
  );
}

function Turning({ page, turns, pages, seconds }: WallStripProps['turning']) {
  const { t } = useTranslation('wall');
  const isPaused = seconds === null;
  if (pages === 1) return null;
  return (
    <p className={classes.pages}>
      {isPaused && <IconPlayerPause size="1em" role="img" aria-label={t('paused')} />}
      {t('page', { page: page + 1, pages })}
      {!isPaused && (
        <span
          key={`${turns} ${seconds}`}
          className={classes.progress}
          style={{ animationDuration: `${seconds}s` }}
          aria-hidden="true"
        />
      )}
    </p>
  );
}

/** Silent while all is well. */
function Connection() {
  const { t } = useTranslation('wall');
  const time = useTimeFormat();
  const link = useConnectionStatus();
  const texts = {
    live: () => t('link.live'),
    connecting: () => t('link.connecting'),
    polling: () => t('link.polling'),
    offline: () => (link.kind === 'offline' ? t('link.offline', { time: time.clock(link.since) }) : ''),
  };
  return (
    <p className={classes.connection} data-kind={link.kind} role="status">
      <i aria-hidden="true" />
      {texts[link.kind]()}
    </p>
  );
}

function Clock() {
  const time = useTimeFormat();
  const now = useNowEachSecond();
  return (
    <p className={classes.time}>
      <span>
        {time.date(now)} · {time.zone}
      </span>
      <time className={classes.clock}>{time.clock(now)}</time>
    </p>
  );
}
