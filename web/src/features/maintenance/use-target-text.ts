import type { MaintenanceWindow } from '@vigil/shared/contract/http/maintenance-windows';
import { useTranslation } from 'react-i18next';

/** What a window is for: a device, or how many, a group, tags, or all. */
export function useTargetText(): (window: MaintenanceWindow) => string {
  const { t } = useTranslation('maintenance');
  return ({ target, device_count }) => {
    if (target.kind === 'all') return t('target.all');
    if (target.kind === 'tags') return target.tags.join(', ');
    if (target.kind === 'group') return target.name === '' ? t('target.group_above') : target.name;
    const [only, ...others] = target.devices;
    return only && others.length === 0 ? only.alias : t('target.devices', { count: device_count });
  };
}
