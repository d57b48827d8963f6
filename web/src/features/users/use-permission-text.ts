import type { PermissionName } from '@vigil/shared/contract/names';
import { useTranslation } from 'react-i18next';
import { abilitiesOfPermission } from './permission-groups.ts';

/** What a permission comes to, where its name does not say it. */
export function usePermissionText(): (name: PermissionName) => string | undefined {
  const { t } = useTranslation('users');
  return (name) => abilitiesOfPermission[name]?.map((ability) => t(`permissions.does.${ability}`)).join(' · ');
}
