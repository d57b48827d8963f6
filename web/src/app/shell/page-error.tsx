import { Center } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { isChunkMissing } from '../../lib/new-version.ts';
import { useServices } from '../../lib/services.ts';
import { FailedState } from '../../ui/failed-state.tsx';

/** Replaces a page that threw, and reports why; the rest of the screen stays, and a button loads it again. */
export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { errorReports } = useServices();
  useEffect(() => errorReports.caught(error), [errorReports, error]);
  const isOutdated = isChunkMissing(error);
  return (
    <Center h="100%" w="100%" component="main">
      <FailedState
        title={t(isOutdated ? 'problem.new_version' : 'problem.crash')}
        error={isOutdated ? null : error}
        onRetry={() => window.location.reload()}
      />
    </Center>
  );
}
