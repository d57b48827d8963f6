import { Tooltip } from '@mantine/core';
import { IconHeartHandshake, IconSettings, IconSettingsStar, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { memberTypeOf, type MemberType } from '@vigil/shared/domain/member-types';

/** Spec 3 §2: a cog for administrators and sub-managers, a handshake for partners. */
const icons: { readonly [T in MemberType]: Icon | null } = {
  1: null,
  2: IconSettingsStar,
  6: IconSettings,
  7: IconHeartHandshake,
};

export function RoleIcon({ type: id }: { type: number }) {
  const { t } = useTranslation('common');
  const type = memberTypeOf(id);
  const Shape = icons[type];
  if (!Shape) return <span className="visually-hidden">{t(`member_type.${type}`)}</span>;
  return (
    <Tooltip label={t(`member_type.${type}`)}>
      <Shape size={17} stroke={1.6} role="img" aria-label={t(`member_type.${type}`)} style={{ display: 'block' }} />
    </Tooltip>
  );
}
