import { Badge } from '@mantine/core';
import type { ListedUser } from '@vigil/shared/contract/http/users';
import { useTranslation } from 'react-i18next';
import { useNowEachMinute } from '../../lib/use-now.ts';

/** What keeps a user from signing in. */
export function SignInObstacleBadges({
  user,
}: {
  user: Pick<ListedUser, 'flag_active' | 'locked' | 'email_verified' | 'invited_until'>;
}) {
  const { t } = useTranslation('users');
  const now = useNowEachMinute();
  const until = user.invited_until ? Date.parse(user.invited_until) : null;
  const states = [
    user.flag_active === 0 && (['inactive', 'gray', 'var(--mantine-color-text)'] as const),
    user.locked === 1 && (['locked', 'red', 'var(--state-danger)'] as const),
    until !== null && until > now && (['invited', 'blue', 'var(--mantine-color-text)'] as const),
    until !== null && until <= now && (['invitation_expired', 'yellow', 'var(--state-warning)'] as const),
    user.email_verified === 0 && (['unverified', 'yellow', 'var(--state-warning)'] as const),
  ].filter((state) => state !== false);
  return states.map(([state, color, c]) => (
    <Badge key={state} ml={6} size="sm" variant="light" color={color} c={c} tt="none">
      {t(`state.${state}`)}
    </Badge>
  ));
}
