import { Button, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { applyForPartnerAccount } from '@vigil/shared/contract/routes/accounts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import { PartnerForm, type PartnerValues } from './partner-form.tsx';

/** Applies for a partner account; an operator decides within 7 days (spec 1 §5). */
export function PartnerApplicationPage() {
  const { t } = useTranslation(['partner', 'account']);
  const { api } = useServices();
  const language = useLanguage();
  const [decideBy, setDecideBy] = useState<string | null>(null);

  const apply = async ({ mgrid, pw, name, mail, phone, company_name }: PartnerValues): Promise<void> => {
    const body = { mgrid, pw, name, mail, phone, company_name, lang_code: language };
    const { objects } = await api.call(applyForPartnerAccount, { body });
    setDecideBy(objects.decide_by);
  };
  if (decideBy === null) {
    return (
      <AuthLayout title={t('join.title')} text={t('join.text')}>
        <PartnerForm onSubmit={apply} />
      </AuthLayout>
    );
  }
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(decideBy));
  return (
    <AuthLayout title={t('join.done_title')}>
      <Stack gap="lg" role="status">
        <IconSend size={40} stroke={1.4} color="var(--accent-text)" aria-hidden="true" />
        <Text>{t('join.decided_by', { date })}</Text>
        <Button component={Link} to={`/${language}/`} size="md">
          {t('account:to_sign_in')}
        </Button>
      </Stack>
    </AuthLayout>
  );
}
