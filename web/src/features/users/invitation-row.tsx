import { Button, Group, Text } from '@mantine/core';
import type { UserDetail } from '@vigil/shared/contract/http/user-changes';
import { resendUserInvitation } from '@vigil/shared/contract/routes/people';
import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '../../entities/session/use-time-format.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { LabelledRow } from '../../ui/page.tsx';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { useUserChangeDenial } from './use-user-denial-text.ts';
import { users } from './use-users.ts';

/** Until when a user may choose the first password, and the mail for it once more. */
export function InvitationRow({ user, until }: { user: UserDetail; until: string }) {
  const { t } = useTranslation('users');
  const { api } = useServices();
  const time = useTimeFormat();
  const problemText = useProblemText();
  const reread = users.useReread();
  const denial = useUserChangeDenial()('credentials', user);
  const send = useSingleFlightMutation({
    mutationFn: () => api.call(resendUserInvitation, { params: { pk: String(user.pk) } }),
    onSuccess: () => notifyDone(t('profile.invited_again', { email: user.email })),
    onError: (error) => notifyFailed(problemText(error)),
    onSettled: () => reread(),
  });
  return (
    <LabelledRow label={t('profile.invitation')}>
      <Group gap="sm">
        <Text size="sm">{t('profile.invited_until', { until: time.minute(until) })}</Text>
        <DisableWithReason reason={denial}>
          <Button size="compact-sm" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
            {t('profile.invite_again')}
          </Button>
        </DisableWithReason>
      </Group>
    </LabelledRow>
  );
}
