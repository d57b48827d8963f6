import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isDeviceListFiltered, noDeviceListFilter } from '../../../entities/device/device-sorter.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import type { DeviceList } from '../use-device-list.ts';
import classes from '../devices-page.module.css';

/** How many devices the filter leaves, by what it filters, and the way back to all of them. */
export function FilterChip({ list: { filter, page, total, changeFilter } }: { list: DeviceList }) {
  const { t } = useTranslation(['devices', 'common']);
  const { viewer } = useViewer();
  if (!isDeviceListFiltered(filter)) return null;
  const { text, os, status, tags } = filter;
  const isLocked = status === 'waiting_approval' && viewer.usesApproval;
  const words = [
    status && t(`status.${isLocked ? ('locked' as const) : status}`),
    os && t(`common:os.${os}`),
    text && `“${text}”`,
    ...tags,
  ].filter(Boolean);
  return (
    <UnstyledButton
      className={classes.badge}
      title={t('common:filtered.clear')}
      onClick={() => changeFilter(noDeviceListFilter)}
    >
      {t('shown_of', { shown: page.total, total })} · {words.join(' · ')}
      <IconX size={12} aria-hidden="true" />
    </UnstyledButton>
  );
}
