import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeviceList } from '../use-device-list.ts';
import { useActiveFilter } from './use-saved-filters.ts';
import classes from './filters.module.css';

/** The name of the saved filter that was opened, and whether the list shows something else by now. */
export function ActiveSavedFilterLabel({ list }: { list: DeviceList }) {
  const { t } = useTranslation('filters');
  const { saved, isChanged } = useActiveFilter(list);
  if (!saved) return null;
  return (
    <span className={classes.heading} data-changed={isChanged || undefined}>
      <IconBookmark size={13} stroke={1.7} aria-hidden="true" />
      {t(isChanged ? 'active_changed' : 'active', { name: saved.name })}
    </span>
  );
}
