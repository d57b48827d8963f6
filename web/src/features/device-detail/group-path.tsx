import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListPath } from '../../entities/device/device-address.ts';
import { groupsOnPathTo } from '../../entities/group/group-tree.ts';
import { useGroups } from '../../entities/group/use-groups.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import classes from './detail.module.css';

/** The breadcrumb from all devices to this device (spec 2 §2); like the tree, it keeps the filters of the list. */
export function GroupPath({ device }: { device: FleetDevice }) {
  const { t } = useTranslation(['detail', 'tree', 'common']);
  const addressOf = useListPath();
  const { tree } = useGroups();
  return (
    <nav className={classes.path} aria-label={t('path')}>
      <Link to={addressOf('all')}>{t('tree:all')}</Link>
      {groupsOnPathTo(tree.byPk.get(device.device_group_fk)).map(({ pk, name }) => (
        <Fragment key={pk}>
          <span aria-hidden="true">›</span>
          <Link to={addressOf(pk)}>{name}</Link>
        </Fragment>
      ))}
      <span aria-hidden="true">›</span>
      <span aria-current="page">{device.alias}</span>
      <span title={device.user_os_str}>({systemText(t(`common:os.${device.dev_os_id}`), device.user_os_str)})</span>
    </nav>
  );
}

/** "macOS 14.7.1" of "macOS 14.7.1 (23H222)", and "Linux · Debian 13" of a version that does not name its system. */
function systemText(system: string, version: string): string {
  const brief = version.replace(/\s*\(.*\)$/u, '');
  if (brief === '') return system;
  return brief.toLowerCase().startsWith(system.toLowerCase()) ? brief : `${system} · ${brief}`;
}
