import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLanguage } from '../lib/use-language.ts';
import { EmptyPage } from '../ui/empty-page.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <EmptyPage icon={<IconMapOff stroke={1.4} />} title={`404 · ${t('not_found.title')}`} text={t('not_found.text')}>
      <Button component={Link} to={`/${language}/device/all`} size="sm">
        {t('not_found.home')}
      </Button>
    </EmptyPage>
  );
}
