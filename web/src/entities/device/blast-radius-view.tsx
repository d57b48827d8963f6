import { useQuery } from '@tanstack/react-query';
import { listDevicesInUse } from '@vigil/shared/contract/routes/devices';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../lib/services.ts';
import { useGroupPath } from '../group/use-groups.ts';
import { useViewer } from '../session/viewer.ts';
import type { BlastRadius } from './blast-radius.ts';
import { useInSessionText } from './running-sessions.ts';
import { StateDot, dotStateOf } from './state-dot.tsx';
import { useObstacleText } from './use-obstacle-text.ts';
import classes from './blast-radius.module.css';

const NAMED = 8;
const NAMED_GROUPS = 3;
/** All of a selection by hand; the list of the finished change has the rest of a very large one. */
const NAMED_SKIPPED = 100;

/**
 * The devices that an action reaches: of several also their numbers, and whether they are in use; and each device that
 * is left out, with its reason.
 */
export function BlastRadiusView({ radius: { reached, skipped, groups, online } }: { radius: BlastRadius }) {
  const { t } = useTranslation(['commands', 'devices']);
  const { of } = useObstacleText();
  const inSessionText = useInSessionText();
  // Sites have groups of the same names.
  const groupPathOf = useGroupPath();
  const { api } = useServices();
  const pks = reached.map(({ pk }) => pk);
  const inUse = useQuery({
    queryKey: ['in-use', pks],
    queryFn: async () => (await api.call(listDevicesInUse, { body: { device_pks: pks } })).objects.length,
    enabled: pks.length > 0,
    // Sessions begin and end.
    staleTime: 0,
  });
  const { viewer } = useViewer();
  const counts = [
    ['devices', reached.length, t('blast.devices', { count: reached.length })],
    ['groups', groups.length, t('blast.groups', { count: groups.length })],
    ['online', online, t('blast.online')],
    ['in_use', inUse.data ?? (inUse.isLoading ? '…' : '–'), t('blast.in_use')],
    ...(skipped.length > 0 ? [['skipped', skipped.length, t('blast.skipped')] as const] : []),
  ] as const;
  const only = reached.length === 1 ? reached[0] : undefined;
  // Who sees no session of others is told at least that there is one.
  const inSession = only ? inSessionText(only.pk) : null;
  const isOnlyInUse = only !== undefined && (inSession !== null || (inUse.data ?? 0) > 0);

  return (
    <>
      {reached.length > 1 && (
        <dl className={classes.counts}>
          {counts.map(([name, value, label]) => (
            <div key={name} data-name={name}>
              <dd>{value}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
      )}
      {groups.length > 1 && (
        <p className={classes.more}>
          {groups
            .slice(0, NAMED_GROUPS)
            .map(([group, count]) => `${groupPathOf(group)} ${count}`)
            .join(' · ')}
          {groups.length > NAMED_GROUPS && ` · ${t('more_groups', { count: groups.length - NAMED_GROUPS })}`}
        </p>
      )}
      <ul className={classes.names}>
        {reached.slice(0, NAMED).map((device) => (
          <li key={device.pk}>
            <StateDot state={dotStateOf(device, viewer)} />
            <b>{device.alias}</b>
            <span title={groupPathOf(device.device_group_fk)}>
              <bdi>{groupPathOf(device.device_group_fk)}</bdi>
            </span>
          </li>
        ))}
        {reached.length > NAMED && <li className={classes.more}>{t('and_more', { count: reached.length - NAMED })}</li>}
      </ul>
      {reached.length === 0 && (
        <p className={classes.more}>{t(skipped.length === 0 ? 'devices:no-selects' : 'none_possible')}</p>
      )}
      {isOnlyInUse && (
        <p className={classes.inUse} role="note">
          {inSession ?? t('blast.in_use')}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p className={classes.skippedTitle}>{t('skipped_devices')}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
          <ul className={classes.skipped} tabIndex={0} aria-label={t('skipped_devices')}>
            {skipped.slice(0, NAMED_SKIPPED).map(({ device, obstacle }) => (
              <li key={device.pk}>
                <b>{device.alias}</b>
                <span>{of(obstacle, device.pk)}</span>
              </li>
            ))}
            {skipped.length > NAMED_SKIPPED && (
              <li className={classes.more}>{t('and_more', { count: skipped.length - NAMED_SKIPPED })}</li>
            )}
          </ul>
        </>
      )}
    </>
  );
}
