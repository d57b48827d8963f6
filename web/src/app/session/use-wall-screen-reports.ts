import { reportWallScreenAlive } from '@vigil/shared/contract/routes/wall';
import { useEffect } from 'react';
import { buildNameOf } from '../../lib/new-version.ts';
import { useServices } from '../../lib/services.ts';

/** Often enough to tell a screen that is off from one that is on. */
const REPORT_MS = 5 * 60_000;

/** Says that this wall screen is on, and what it runs; the answers renew its cookie. */
export function useWallScreenReporting(): void {
  const { api } = useServices();
  useEffect(() => {
    const report = () => {
      // The next report follows anyway.
      api.call(reportWallScreenAlive, { body: { version: buildNameOf(document) } }).catch(() => undefined);
    };
    report();
    const timer = setInterval(report, REPORT_MS);
    return () => clearInterval(timer);
  }, [api]);
}
