import { Tooltip } from '@mantine/core';
import { IconHeartHandshake, IconSettings, IconSettingsStar, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export const roles = [1, 2, 6, 7] as const;
export type Role = (typeof roles)[number];
export const roleOf = (type: number): Role => roles.find((role) => role === type) ?? 1;

/** Spec 3 §2: a cog for administrators and sub-managers, a handshake for partners. */
const icons: { readonly [R in Role]: Icon | null } = {
  1: null,
  2: IconSettingsStar,
  6: IconSettings,
  7: IconHeartHandshake,
};

export function RoleIcon({ type }: { type: number }) {
  const { t } = useTranslation('users');
  const role = roleOf(type);
  const Shape = icons[role];
  if (!Shape) return <span className="visually-hidden">{t(`role.${role}`)}</span>;
  return (
    <Tooltip label={t(`role.${role}`)}>
      <Shape size={17} stroke={1.6} role="img" aria-label={t(`role.${role}`)} style={{ display: 'block' }} />
    </Tooltip>
  );
}
