import { Anchor, Stack } from '@mantine/core';
import { IconChevronRight, IconMail, IconUsersGroup, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';
import { AuthLayout } from '../../ui/auth-layout.tsx';
import classes from './partner.module.css';

const modes: readonly { id: 'partner' | 'invited'; path: string; icon: Icon }[] = [
  { id: 'partner', path: 'partner-login', icon: IconUsersGroup },
  { id: 'invited', path: 'email-invitation', icon: IconMail },
];

/** Choice between partner remote and an invitation by e-mail (spec 1 §2). */
export function PartnerWelcomePage() {
  const { t } = useTranslation(['partner', 'account']);
  const language = useLanguage();
  return (
    <AuthLayout title={t('welcome.title')} text={t('welcome.text')}>
      <Stack gap="sm">
        {modes.map(({ id, path, icon: Shape }) => (
          <Link key={id} className={classes.mode} to={`/${language}/${path}`}>
            <Shape size={24} stroke={1.5} aria-hidden="true" />
            <span>
              <b>{t(`welcome.${id}`)}</b>
              <small>{t(`welcome.${id}_text`)}</small>
            </span>
            <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
          </Link>
        ))}
        <Anchor component={Link} to={`/${language}/`} size="sm" mt="md">
          {t('account:to_sign_in')}
        </Anchor>
      </Stack>
    </AuthLayout>
  );
}
