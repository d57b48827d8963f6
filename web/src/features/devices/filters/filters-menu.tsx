import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { LoadingRows } from '../../../ui/loading-rows.tsx';
import { scrollingPopover } from '../../../ui/scrolling-popover.ts';
import type { DeviceList } from '../use-device-list.ts';
import { useActiveFilter } from './use-saved-filters.ts';

/** Loaded when the menu is opened. */
const FilterList = lazyWithPreload(async () => (await import('./filter-list.tsx')).FilterList);

/** The saved filters: opened, saved, changed and shared here. */
export function FiltersMenu({ list }: { list: DeviceList }) {
  const { t } = useTranslation('filters');
  const [isOpen, setOpen] = useState(false);
  const { saved, isChanged } = useActiveFilter(list);
  const state = saved && t(isChanged ? 'active_changed' : 'active', { name: saved.name });
  return (
    <Indicator disabled={saved === null} size={9} offset={3} color={isChanged ? 'yellow' : 'iris'}>
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={300}
        shadow="md"
        trapFocus
        {...scrollingPopover}
      >
        <Tooltip label={state ?? t('title')} position="bottom" disabled={isOpen}>
          <Popover.Target>
            <ActionIcon
              variant="default"
              size={30}
              aria-label={state ? `${t('title')}: ${state}` : t('title')}
              onClick={() => setOpen(!isOpen)}
            >
              <IconBookmark size={16} stroke={1.7} />
            </ActionIcon>
          </Popover.Target>
        </Tooltip>
        <Popover.Dropdown aria-label={t('title')}>
          <Suspense fallback={<LoadingRows rows={3} />}>
            <FilterList list={list} onDone={() => setOpen(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </Indicator>
  );
}
