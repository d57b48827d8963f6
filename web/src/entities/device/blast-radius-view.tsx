import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQuery } from '@tanstack/react-query';
import { listDevicesInUse } from '../../endpoints/device-bulk.ts';
import { useServices } from '../../lib/services.ts';
import { useGroupPath } from '../group/use-groups.ts';
import type { BlastRadius } from './blast-radius.ts';
import classes from './blast-radius.module.css';
import { useViewer } from '../session/viewer.ts';
import { StateDot, dotStateOf } from './state-dot.tsx';
import { useObstacleText } from './use-obstacle-text.ts';

const NAMED = 8;
const NAMED_GROUPS = 3;

/**
 * The number of devices, groups, and online and used devices that an action reaches; their names; and the skipped ones with
 * reasons.
 */
export function BlastRadiusView({ radius: { reached, skipped, groups, online } }: { radius: BlastRadius }) {
  const { t } = useTranslation(['commands', 'devices']);
  const { of } = useObstacleText();
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
    ['devices', reached.length],
    ['groups', groups.length],
    ['online', online],
    ['in_use', inUse.data ?? (inUse.isLoading ? '…' : '–')],
    ...(skipped.length > 0 ? [['skipped', skipped.length] as const] : []),
  ] as const;
  const reasons = Map.groupBy(skipped, ({ obstacle }) => of(obstacle));

  return (
    <>
      <dl className={classes.counts}>
        {counts.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dd>{value}</dd>
            <dt>{t(`blast.${name}`)}</dt>
          </div>
        ))}
      </dl>
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
      {[...reasons].map(([reason, devices]) => (
        <Badge key={reason} variant="light" color="gray" tt="none" fw={500} mt={6} mr={6}>
          {devices.length} – {reason}
        </Badge>
      ))}
    </>
  );
}
