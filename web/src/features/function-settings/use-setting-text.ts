import { windowsVersions, type FunctionSettingName } from '@vigil/shared/contract/function-settings-rules';
import { isPasswordLevel } from '@vigil/shared/domain/password-rules';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { hourText } from '../../entities/config/use-value-text.ts';
import type { FunctionSettingsDraft } from './draft.ts';

const LAST_HOUR = 23;

type Version = Pick<FunctionSettingsDraft, 'min_os_major' | 'min_os_minor'>;

export function useWindowsVersionText(): (version: Version) => string {
  const { t } = useTranslation('functions');
  return useCallback(
    ({ min_os_major: major, min_os_minor: minor }) => {
      if (major === 0 && minor === 0) return t('any_version');
      const known = windowsVersions.find((one) => one.major === major && one.minor === minor);
      return known ? `${major}.${minor} – ${known.name}` : `${major}.${minor}`;
    },
    [t],
  );
}

/** One of the 24 hours as the time from when until when. */
export function useRestartHourText(): (hour: number | null) => string {
  const { t } = useTranslation('functions');
  return useCallback(
    (hour) =>
      hour === null
        ? t('no_restart')
        : t('hours', { from: hourText(hour), to: hour === LAST_HOUR ? '24:00' : hourText(hour + 1) }),
    [t],
  );
}

/** The value of a field in words, for the list of what is changed. */
export function useSettingText(): (field: FunctionSettingName, settings: FunctionSettingsDraft) => string {
  const { t } = useTranslation('functions');
  const hour = useRestartHourText();
  return useCallback(
    (field, settings) => {
      switch (field) {
        case 'password_level':
          return isPasswordLevel(settings.password_level)
            ? t(`level.${settings.password_level}`, { max: settings.password_max })
            : String(settings.password_level);
        case 'password_max':
          return t('characters', { max: settings.password_max });
        case 'statistics_delete_period':
          return t(`period.${String(settings.statistics_delete_period) as '1' | '2' | '3' | '6' | '12' | '36'}`);
        case 'picture_retention':
          return t(`kept.${String(settings.picture_retention) as '0' | '10' | '1440'}`);
        case 'remote_consent':
          return t(`consent.${settings.remote_consent}`);
        case 'picture_budget':
          return settings.picture_budget.trim() === '' ? t('none') : `${settings.picture_budget} ${t('unit.rate')}`;
        case 'agent_restart_time':
          return hour(settings.agent_restart_time);
        case 'vaccine':
          return settings.vaccine === '' ? t('none') : settings.vaccine;
        case 'block_num':
        case 'password_change_limit':
        case 'idle_time':
        case 'session_time':
        case 'min_os_major':
        case 'min_os_minor':
          return String(settings[field]);
        default:
          return settings[field] === 1 ? t('on') : t('off');
      }
    },
    [t, hour],
  );
}
