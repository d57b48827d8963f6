import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../../lib/language.ts';

export function BackToUsersLink() {
  const { t } = useTranslation('users');
  const language = useLanguage();
  return (
    <Button component={Link} to={`/${language}/management/managers`} variant="default">
      {t('back')}
    </Button>
  );
}
