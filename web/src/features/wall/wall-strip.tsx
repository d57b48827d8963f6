import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconHelp, IconPlayerPause } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListScope } from '../../entities/device/device-address.ts';
import type { StatusCounts } from '../../entities/device/device-status.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { useSeconds } from '../../lib/use-seconds.ts';
import { useFleet, useLinkState } from '../../live/use-fleet.ts';
import classes from './wall.module.css';

interface WallStripProps {
  scope: ListScope;
  counts: StatusCounts;
  total: number;
  turning: { page: number; pages: number; seconds: number; isPaused: boolean };
  onHelp: () => void;
}

export function WallStrip({ scope, counts, total, turning, onHelp }: WallStripProps) {
  const { t } = useTranslation(['wall', 'tree', 'devices']);
  const { tree } = useGroups();
  const { alerts } = useFleet();
  const areAlertsKnown = useSyncExternalStore(alerts.subscribe, alerts.isKnown);
  const { profile } = useViewer();
  // All that a wall screen shows has the name of the screen.
  const names = { all: profile.is_screen ? profile.name : t('tree:all'), favorate: t('tree:favourites') };
  const title = typeof scope === 'number' ? (tree.byPk.get(scope)?.group.name ?? '') : names[scope];
  return (
    <header className={classes.strip}>
      <h1>{title}</h1>
      <p className={classes.online} data-some-offline={counts.online < total || undefined}>
        <b>{counts.online}</b>/{total} {t('online')}
      </p>
      <Count icon={<IconBell size="1em" />} count={areAlertsKnown ? counts.alerts : null} text={t('alerts')} />
      <Count icon={<IconAlertTriangle size="1em" />} count={counts.over_threshold} text={t('over_threshold')} />
      <span className={classes.grow} />
      <Turning {...turning} />
      <Connection />
      <Clock />
      <ActionIcon className={classes.helpButton} size="1.6em" aria-label={t('help')} onClick={onHelp}>
        <IconHelp size="1em" stroke={1.7} />
      </ActionIcon>
    </header>
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

function Turning({ page, pages, seconds, isPaused }: WallStripProps['turning']) {
  const { t } = useTranslation('wall');
  if (pages === 1) return null;
  return (
    <p className={classes.pages}>
      {isPaused && <IconPlayerPause size="1em" role="img" aria-label={t('paused')} />}
      {t('page', { page: page + 1, pages })}
      <span
        key={`${page} ${seconds}`}
        className={classes.progress}
        data-paused={isPaused || undefined}
        style={{ animationDuration: `${seconds}s` }}
        aria-hidden="true"
      />
    </p>
  );
}

/** Silent while all is well. */
function Connection() {
  const { t } = useTranslation('wall');
  const time = useTimeFormat();
  const link = useLinkState();
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
  return <time className={classes.clock}>{time.clock(useSeconds())}</time>;
}
