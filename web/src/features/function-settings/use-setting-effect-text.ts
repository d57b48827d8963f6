import type { FunctionSettingsEffects } from '@vigil/shared/contract/http/function-settings';
import { effectivePasswordLevel } from '@vigil/shared/domain/password-rules';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { FunctionSettingsDraft } from './draft.ts';

/** The fields of which the page says what they do; both parts of a version are one. */
export type ExplainedField = Exclude<keyof FunctionSettingsDraft, 'min_os_major' | 'min_os_minor'> | 'min_os';

interface Compared {
  readonly draft: FunctionSettingsDraft;
  /** As they are in force. */
  readonly stored: FunctionSettingsDraft;
  readonly effects: FunctionSettingsEffects;
}

/** What a setting does, in a sentence with the numbers of now. */
export function useSettingEffectText(): (field: ExplainedField, compared: Compared) => string {
  const { t } = useTranslation('functions');
  return useCallback(
    (field, { draft, stored, effects }) => {
      switch (field) {
        case 'password_level':
          return effectivePasswordLevel(draft.password_level) > effectivePasswordLevel(stored.password_level)
            ? t('effect.level_raised', { ...effects })
            : t('effect.level_kept');
        case 'password_max':
          return t('effect.password_max');
        case 'otp_required':
          return t(`effect.otp_required_${draft.otp_required}`, { ...effects });
        case 'block_num':
          return Number(draft.block_num) === 0 ? t('effect.never_locked') : t('effect.locked', { ...effects });
        case 'password_change_limit':
          return Number(draft.password_change_limit) === 0 ? t('effect.never_old') : t('effect.old', { ...effects });
        case 'self_unlock':
          return t(`effect.self_unlock_${draft.self_unlock}`, { ...effects });
        case 'statistics_delete_period':
          return t('effect.retention', { ...effects });
        case 'idle_time':
          return Number(draft.idle_time) === 0 ? t('effect.idle_default') : t('effect.idle', { ...effects });
        case 'session_time':
          if (Number(draft.session_time) === 0) return t('effect.session_default');
          return t(effects.ends_own ? 'effect.session_own' : 'effect.session', { ...effects });
        case 'file_transfer':
          return t(`effect.file_transfer_${draft.file_transfer}`, { ...effects });
        case 'capture':
          return t(`effect.capture_${draft.capture}`, { ...effects });
        case 'display_power_save':
          return t(`effect.display_${draft.display_power_save}`, { ...effects });
        case 'system_power_save':
          return t(`effect.system_${draft.system_power_save}`, { ...effects });
        case 'security_agreement':
          return t(`effect.pledge_${draft.security_agreement}`, { ...effects });
        case 'remote_consent':
          return t(`effect.consent_${draft.remote_consent}`);
        case 'min_os': {
          const isAny = draft.min_os_major === 0 && draft.min_os_minor === 0;
          return isAny ? t('effect.min_os_none') : t('effect.min_os', { ...effects });
        }
        case 'vaccine':
          return draft.vaccine.trim() === '' ? t('effect.vaccine_none') : t('effect.vaccine', { ...effects });
        case 'agent_restart_time':
          return draft.agent_restart_time === null ? t('effect.restart_none') : t('effect.restart', { ...effects });
        case 'pictures':
          return t(`effect.pictures_${draft.pictures}`, { ...effects });
        case 'picture_retention':
          return draft.picture_retention === 0 ? t('effect.not_kept') : t('effect.kept');
        case 'picture_budget':
          return draft.picture_budget.trim() === '' ? t('effect.budget_default') : t('effect.budget');
      }
    },
    [t],
  );
}
