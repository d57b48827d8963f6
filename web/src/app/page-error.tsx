import { Center } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { FailedState } from '../ui/list-state.tsx';

/** What is left when a page throws: the rest of the screen stays, and this part can be tried again. */
export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <Center h="100%" component="main">
      <FailedState title={t('problem.crash')} error={error} onRetry={() => window.location.reload()} />
    </Center>
  );
}
