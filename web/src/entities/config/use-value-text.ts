import type { AppConfigValues } from '@vigil/shared/contract/app-config-rules';
import type { CommandType } from '@vigil/shared/contract/names';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownConfigKey } from './shown-keys.ts';

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** The text of a value of a key. */
export function useValueText(): (key: ShownConfigKey, value: AppConfigValues[ShownConfigKey]) => string {
  const { t } = useTranslation(['config', 'commands']);
  return useCallback(
    (key, value) => {
      switch (key) {
        case 'refresh_interval':
        case 'img_refresh_interval':
          return t('config:seconds', { value });
        case 'capture_quality':
          return `${value as AppConfigValues['capture_quality']} %`;
        case 'capture_never':
          return t(value === 1 ? 'config:never' : 'config:allowed');
        case 'blur_regions': {
          const count = Array.isArray(value) ? value.length : 0;
          return count === 0 ? t('config:none') : t('config:regions', { count });
        }
        case 'log_level':
          return t(`config:level.${value as AppConfigValues['log_level']}`);
        case 'allowed_commands': {
          if (!Array.isArray(value)) return t('config:all');
          const names = (value as CommandType[]).map((type) => t(`commands:type.${type}`));
          return names.length === 0 ? t('config:none') : names.join(', ');
        }
        case 'proxy':
          return typeof value === 'string' && value !== '' ? value : t('config:no_proxy');
        case 'agent_restart_time':
          return typeof value === 'number' ? hourText(value) : t('config:no_restart');
        case 'update_channel':
          return t(`config:channel.${value as AppConfigValues['update_channel']}`);
        case 'update_hour':
          return typeof value === 'number' ? hourText(value) : t('config:any_hour');
      }
    },
    [t],
  );
}
