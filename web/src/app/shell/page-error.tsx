import { Center } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouteError } from 'react-router-dom';
import { ChunkTimeout } from '../../lib/chunk-timeout.ts';
import { isChunkLoadError, reloadIfServerAnswers } from '../../lib/new-version.ts';
import { useServices } from '../../lib/services.ts';
import { FailedState } from '../../ui/failed-state.tsx';

/**
 * The pages that nobody touches: the wall, and the one that pairs a wall screen. `reload-blank-wall.js` knows them,
 * too.
 */
const UNATTENDED = /^\/[a-z]{2}\/(wall|screen)(\/|$)/u;
const RELOAD_EACH_MS = 60_000;

/**
 * Replaces a page that threw, and reports why; the rest of the screen stays, and a button loads it again. A wall does
 * so by itself.
 */
export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  const { errorReports } = useServices();
  useEffect(() => errorReports.caught(error), [errorReports, error]);
  const { pathname } = useLocation();
  useEffect(() => {
    if (!UNATTENDED.test(pathname)) return;
    // Without an answer it asks again a minute later.
    const timer = setInterval(() => void reloadIfServerAnswers().catch(() => undefined), RELOAD_EACH_MS);
    return () => clearInterval(timer);
  }, [pathname]);
  const [isUnreachable, setUnreachable] = useState(false);
  const retry = () => {
    setUnreachable(false);
    reloadIfServerAnswers().catch(() => setUnreachable(true));
  };
  const isLate = error instanceof ChunkTimeout;
  const title = isChunkLoadError(error) ? 'problem.new_version' : 'problem.crash';
  return (
    <Center h="100%" w="100%" component="main">
      <FailedState
        title={t(isUnreachable || isLate ? 'problem.network' : title)}
        error={isUnreachable || isLate || isChunkLoadError(error) ? null : error}
        onRetry={retry}
      />
    </Center>
  );
}
