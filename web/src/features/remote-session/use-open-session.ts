import type { DevicePk } from '@vigil/shared/contract/ids';
import type { UseMutationResult } from '@tanstack/react-query';
import { createRemoteSessionByGet, readViewerVersions } from '../../endpoints/remote-sessions.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useServices } from '../../lib/services.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { openViewer, launcherOfBrowser } from './launcher.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';

/** What came of opening a session; `url` is where the viewer or the app is found, null when that is not known. */
export type OpenRemoteSessionOutcome =
  | { kind: 'opened'; inApp: boolean; isVerified: boolean }
  | { kind: 'pledge' }
  | { kind: 'silent'; version: string; url: string | null }
  | { kind: 'mobile_store'; url: string | null }
  | { kind: 'not_supported_os' };

interface Wanted {
  readonly action: 'remote' | 'transfer';
  readonly pk: DevicePk;
  readonly alias: string;
  /** The user has just accepted the pledge. */
  readonly pledged: boolean;
}

/** Creates a session and opens the external viewer with it. Whether a pledge is required, the server says. */
export function useOpenRemoteSession({
  action,
  pk,
  alias,
  pledged,
}: Wanted): UseMutationResult<OpenRemoteSessionOutcome, Error, void> {
  const { api } = useServices();
  const { sessions } = useLiveData();
  return useSingleFlightMutation({
    mutationFn: async (): Promise<OpenRemoteSessionOutcome> => {
      const launcher = launcherOfBrowser();
      if (launcher === 'not_supported_os') return { kind: launcher };
      const { objects: viewer } = await api.call(readViewerVersions);
      if (launcher === 'mobile_store') return { kind: launcher, url: viewer.store_url };
      const type = action === 'remote' ? ('rc' as const) : ('ft' as const);
      const query = { device_pk: pk, type, ...(pledged ? { pledge: '1' as const } : {}) };
      try {
        const { objects: session } = await api.call(createRemoteSessionByGet, { query });
        sessions.opened(session.id, alias);
        if (await openViewer(session.launch, launcher))
          return { kind: 'opened', inApp: launcher === 'app', isVerified: session.verified === 1 };
        return { kind: 'silent', version: viewer.min_viewer, url: viewer.viewer_url };
      } catch (error) {
        if (isApiProblem(error) && error.code === 'pledge_required') return { kind: 'pledge' };
        throw error;
      }
    },
  });
}
