import { useTranslation } from 'react-i18next';
import { createAppConfig } from '../../endpoints.ts';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';

/** Why this user may not change configurations, or null. */
export function useAdminDenial(): string | null {
  const { t } = useTranslation();
  const { viewer } = useViewer();
  const guest = useGuestDenial()(createAppConfig);
  return guest ?? (viewer.flags.isAdmin ? null : t('need.isAdmin'));
}
