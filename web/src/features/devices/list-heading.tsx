import { Badge } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useScope } from '../../entities/device/device-address.ts';
import { useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

/** The name of the list with its counts, and links to the parent group and the subgroups. */
export function ListHeading({ list: { total, online } }: { list: DeviceList }) {
  const { t } = useTranslation(['devices', 'tree', 'common']);
  const language = useLanguage();
  const scope = useScope();
  const { tree } = useGroups();
  const counts = useGroupCounts(tree);
  const node = typeof scope === 'number' ? tree.byPk.get(scope) : undefined;
  const title =
    node?.group.name ??
    (scope === 'favorate' ? t('tree:favourites') : scope === 'all' ? t('tree:all') : t('tree:no_access'));
  const address = (to: string | number) => `/${language}/device/${to}`;

  return (
    <>
      <div className={classes.heading}>
        <h1>{title}</h1>
        <span className={classes.sub}>{t('online_of', { online, total })}</span>
        {node && node.group.dev_limit > 0 && (
          <Badge variant="default" size="sm" tt="none" fw={500}>
            {t('limit', { count: total, limit: node.group.dev_limit })}
          </Badge>
        )}
      </div>
      {node && (
        <nav className={classes.badges} aria-label={t('children')}>
          <Link className={classes.badge} to={address(node.parent?.group.pk ?? 'all')}>
            <IconChevronUp size={13} aria-hidden="true" />
            {node.parent?.group.name ?? t('tree:all')}
          </Link>
          {node.children.map(({ group }) => (
            <Link key={group.pk} className={classes.badge} to={address(group.pk)}>
              {group.name}
              <span className={classes.sub}>{counts.get(group.pk)?.total ?? 0}</span>
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
