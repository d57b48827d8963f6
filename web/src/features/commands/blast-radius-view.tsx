import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { useGroupName } from '../../entities/group/use-groups.ts';
import { StateDot, dotStateOf } from '../../entities/device/state-dot.tsx';
import type { BlastRadius } from './blast-radius.ts';
import classes from './commands.module.css';

const NAMED = 8;

/** The number of devices, groups and online devices that a command reaches; their names; and the skipped ones with reasons. */
export function BlastRadiusView({ radius: { reached, skipped, groups, online } }: { radius: BlastRadius }) {
  const { t } = useTranslation('commands');
  const { of } = useObstacleText();
  const groupNameOf = useGroupName();
  const figures = [
    ['devices', reached.length],
    ['groups', groups],
    ['online', online],
    ...(skipped.length > 0 ? [['skipped', skipped.length] as const] : []),
  ] as const;
  const reasons = Map.groupBy(skipped, ({ obstacle }) => of(obstacle));

  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([name, value]) => (
          <div key={name} data-name={name}>
            <dd>{value}</dd>
            <dt>{t(`blast.${name}`)}</dt>
          </div>
        ))}
      </dl>
      <ul className={classes.names}>
        {reached.slice(0, NAMED).map((device) => (
          <li key={device.pk}>
            <StateDot state={dotStateOf(device)} />
            {device.alias}
            <span>{groupNameOf(device.device_group_fk)}</span>
          </li>
        ))}
        {reached.length > NAMED && <li className={classes.more}>{t('and_more', { count: reached.length - NAMED })}</li>}
      </ul>
      {reached.length === 0 && <p className={classes.more}>{t('none_possible')}</p>}
      {[...reasons].map(([reason, devices]) => (
        <Badge key={reason} variant="light" color="gray" tt="none" fw={500} mt={6} mr={6}>
          {devices.length} – {reason}
        </Badge>
      ))}
    </>
  );
}
