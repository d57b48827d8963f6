import { Anchor, Button, Stack, Text } from '@mantine/core';
import { revealTemporaryPassword } from '@vigil/shared/contract/routes/people';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { CopyableShellLine } from '../../ui/copyable-shell-line.tsx';
import { FormMessage } from '../../ui/form-message.tsx';

/**
 * Shows the password of a temporary account once (decision 84). A button asks for it, because programs that look at the
 * links of mails would use the key up by opening the page.
 */
export function RevealTicketPasswordPage() {
  const language = useLanguage();
  const [query] = useSearchParams();
  const key = query.get('key');
  return key ? <Reveal secret={key} /> : <Navigate to={`/${language}/error/400`} replace />;
}

function Reveal({ secret }: { secret: string }) {
  const { t, i18n } = useTranslation('account');
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const reveal = useSingleFlightMutation({
    mutationFn: async () => (await api.call(revealTemporaryPassword, { body: { key: secret } })).objects,
  });
  const clock = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const shown = reveal.data;
  return (
    <AuthLayout title={t('ticket_reveal.title')} text={t(shown ? 'ticket_reveal.shown' : 'ticket_reveal.text')}>
      <Stack gap="md">
        {reveal.error && <FormMessage kind="refused">{problemText(reveal.error)}</FormMessage>}
        {shown ? (
          <>
            <Text size="sm">{t('ticket_reveal.id')}</Text>
            <CopyableShellLine command={shown.mgrid} ready />
            <Text size="sm">{t('ticket_reveal.password')}</Text>
            <CopyableShellLine command={shown.pw} ready />
            <Text size="sm" role="status">
              {t('ticket_reveal.valid', {
                from: clock.format(new Date(shown.valid_from)),
                until: clock.format(new Date(shown.valid_until)),
              })}
            </Text>
          </>
        ) : (
          <Button size="md" loading={reveal.isPending} disabled={reveal.isError} onClick={() => reveal.mutate()}>
            {t('ticket_reveal.show')}
          </Button>
        )}
        <Anchor component={Link} to={`/${language}/login`} size="sm">
          {t('ticket_reveal.sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
