import { Button, Center } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { useLanguage } from '../lib/language.ts';
import { EmptyPage } from '../ui/empty-page.tsx';
import { FailedState } from '../ui/list-state.tsx';

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

/** Replaces a page that threw; the rest of the screen stays, and a button loads it again. */
export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <Center h="100%" component="main">
      <FailedState title={t('problem.crash')} error={error} onRetry={() => window.location.reload()} />
    </Center>
  );
}
