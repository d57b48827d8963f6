import { IconFolderOpen, IconStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useScope } from '../../entities/device/device-address.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { FirstDevice } from '../../entities/device/first-device.tsx';
import { EmptyNote } from '../../ui/list-state.tsx';

/** Explains an empty list, and what to do next. */
export function EmptyList() {
  const { t } = useTranslation('devices');
  const { store } = useFleet();
  const scope = useScope();
  if (store.size === 0) return <FirstDevice />;
  if (scope === 'favorate') {
    return (
      <EmptyNote icon={<IconStar stroke={1.4} />} title={t('empty_favourites')} text={t('empty_favourites_text')} />
    );
  }
  return <EmptyNote icon={<IconFolderOpen stroke={1.4} />} title={t('empty_group')} text={t('empty_group_text')} />;
}
