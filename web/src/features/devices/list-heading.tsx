import { Badge } from '@mantine/core';
import { IconChevronUp, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListPath, useListScope } from '../../entities/device/device-address.ts';
import type { GroupNode } from '../../entities/group/group-tree.ts';
import { useGroupCounts, useGroups } from '../../entities/group/use-groups.ts';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { NO_VALUE } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useCachedAt, useFleetLoaded } from '../../live/use-fleet.ts';
import { ActiveSavedFilterLabel } from './filters/active-filter.tsx';
import { FilterChip } from './filters/filter-chip.tsx';
import type { DeviceList } from './use-device-list.ts';
import classes from './devices-page.module.css';

/** Beyond these, the tree shows the groups: thousands of links would take longer to draw than the list. */
const MAX_BADGES = 20;

/** The name of the list with its counts, and links to the parent group and the subgroups. */
export function ListHeading({ list }: { list: DeviceList }) {
  const { total, counts } = list;
  const { t } = useTranslation(['devices', 'tree', 'common']);
  const scope = useListScope();
  const { tree } = useGroups();
  const groupCounts = useGroupCounts(tree);
  const node = typeof scope === 'number' ? tree.byPk.get(scope) : undefined;
  const title =
    node?.group.name ?? (scope === 'favorate' ? t('tree:favourites') : scope === 'all' ? t('tree:all') : '');
  usePageTitle(title);
  const isLoaded = useFleetLoaded();
  const cachedAt = useCachedAt();
  // Spec 2 §2: for the upper group (or all devices) and the child groups.
  const below = scope === 'all' ? tree.roots : (node?.children ?? []);
  const time = useTimeFormat();
  const address = useListPath();
  const ownOf = ({ group }: GroupNode) => groupCounts.get(group.pk)?.own ?? 0;

  return (
    <>
      <div className={classes.heading}>
        <h1>{title}</h1>
        <span className={classes.sub}>{isLoaded ? t('online_of', { online: counts.online, total }) : NO_VALUE}</span>
        <FilterChip list={list} />
        <ActiveSavedFilterLabel list={list} />
        {cachedAt !== null && (
          <span className={classes.age} role="status">
            <IconHistory size={14} aria-hidden="true" />
            {t('cached', { time: time.second(cachedAt) })}
          </span>
        )}
        {node && node.group.dev_limit > 0 && (
          <Badge
            variant="default"
            size="sm"
            tt="none"
            fw={500}
            {...(ownOf(node) >= node.group.dev_limit ? { c: 'var(--state-danger)' } : {})}
            title={t('limit_hint')}
          >
            {t('limit', { count: ownOf(node), limit: node.group.dev_limit })}
          </Badge>
        )}
      </div>
      {(node || below.length > 0) && (
        <nav className={classes.badges} aria-label={t('children')}>
          {node && (
            <Link className={classes.badge} to={address(node.parent?.group.pk ?? 'all')}>
              <IconChevronUp size={13} aria-hidden="true" />
              {node.parent?.group.name ?? t('tree:all')}
            </Link>
          )}
          {below.slice(0, MAX_BADGES).map(({ group }) => (
            <Link key={group.pk} className={classes.badge} to={address(group.pk)}>
              {group.name}
              <span className={classes.sub}>{isLoaded ? (groupCounts.get(group.pk)?.total ?? 0) : NO_VALUE}</span>
              {group.dev_limit > 0 && (
                <span
                  className={classes.sub}
                  data-full={(groupCounts.get(group.pk)?.own ?? 0) >= group.dev_limit || undefined}
                  title={t('limit_hint')}
                >
                  {t('limit', { count: groupCounts.get(group.pk)?.own ?? 0, limit: group.dev_limit })}
                </span>
              )}
            </Link>
          ))}
          {below.length > MAX_BADGES && <span className={classes.sub}>{`+${below.length - MAX_BADGES}`}</span>}
        </nav>
      )}
    </>
  );
}
