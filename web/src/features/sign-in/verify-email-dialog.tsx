import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { problems } from '@vigil/shared/contract/problems';
import { verifyEmail } from '@vigil/shared/contract/routes/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mailRequestError } from '../../entities/credentials/mail-failure.ts';
import { isEmail } from '../../entities/credentials/sign-up-rules.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';

interface VerifyEmailDialogProps {
  /** The key for sending the mail again. */
  mailKey: string;
  /** The masked address of the mail. */
  address: string;
  onClose: () => void;
}

/** Step 2: the address is not verified yet; the mail can be sent again (spec 1 §4). */
export function EmailNotVerifiedDialog({ mailKey, address, onClose }: VerifyEmailDialogProps) {
  const { t } = useTranslation(['signin', 'common']);
  const { api } = useServices();
  const language = useLanguage();
  const problemText = useProblemText();
  const [typed, setTyped] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const email = typed?.trim();
  const isWrong = email !== undefined && !isEmail(email);
  const resend = useSingleFlightMutation({
    mutationFn: () =>
      api
        .call(verifyEmail, { body: { type: 'resend', key: mailKey, ...(email && { email }) } })
        .catch((error: unknown) => {
          throw mailRequestError(error, language);
        }),
  });
  const send = () => {
    setTried(true);
    if (!isWrong) resend.mutate();
  };

  return (
    <Dialog title={t('verify.title')} size="md" onClose={onClose}>
      <Stack gap="md">
        <Text>{t('verify.not_email_auth', { address })}</Text>
        {typed === null ? (
          <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setTyped('')}>
            {t('verify.wrong_address')}
          </Anchor>
        ) : (
          <TextInput
            type="email"
            label={t('verify.right_address')}
            autoFocus
            value={typed}
            disabled={resend.isSuccess}
            error={isTried && isWrong ? problems['email-invalid'][language] : null}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {resend.isSuccess && <FormMessage kind="done">{t('verify.sent')}</FormMessage>}
        {resend.isError && <FormMessage kind="refused">{problemText(resend.error)}</FormMessage>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button loading={resend.isPending} disabled={resend.isSuccess} onClick={send}>
            {t('verify.resend')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
