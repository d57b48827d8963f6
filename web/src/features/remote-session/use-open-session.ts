import type { UseMutationResult } from '@tanstack/react-query';
import type { DevicePk, RemoteSessionId } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import { createRemoteSessionByGet, readViewerVersions } from '@vigil/shared/contract/routes/commands';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useLanguage } from '../../lib/language.ts';
import { useServices } from '../../lib/services.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { openViewer, launcherOfBrowser } from './launcher.ts';

/** What came of opening a session; `url` is where the viewer or the app is found, null when that is not known. */
export type OpenRemoteSessionOutcome =
  | { kind: 'opened'; in: 'tab' | 'app' | 'viewer'; isVerified: boolean }
  /** There is a viewer beside the browser. */
  | { kind: 'choose' }
  /** The browser did not let the page open a tab. */
  | { kind: 'blocked'; address: string }
  | { kind: 'pledge' }
  | { kind: 'silent'; version: string; url: string | null }
  | { kind: 'mobile_store'; url: string | null }
  | { kind: 'not_supported_os' };

/** Where the session is shown. */
export type ViewerChoice = 'browser' | 'installed';

const sessionTypes = { remote: 'rc', view: 'rv', transfer: 'ft' } as const;

interface Wanted {
  readonly action: 'remote' | 'view' | 'transfer';
  readonly pk: DevicePk;
  readonly alias: string;
  /** The user has just accepted the pledge. */
  readonly pledged: boolean;
}

/**
 * Creates a session and opens its viewer: for remote control a tab, or the external viewer where there is one and it
 * was chosen. Whether a pledge is required, the server says.
 */
export function useOpenRemoteSession({
  action,
  pk,
  alias,
  pledged,
}: Wanted): UseMutationResult<OpenRemoteSessionOutcome, Error, ViewerChoice | undefined> {
  const { api } = useServices();
  const { sessions } = useLiveData();
  const language = useLanguage();
  return useSingleFlightMutation({
    mutationFn: async (choice: ViewerChoice | undefined): Promise<OpenRemoteSessionOutcome> => {
      const launcher = launcherOfBrowser();
      const isForTab = action === 'view' || (action === 'remote' && launcher !== 'app' && choice !== 'installed');
      if (launcher === 'not_supported_os' && !isForTab) return { kind: launcher };
      const { objects: viewer } = await api.call(readViewerVersions);
      if (launcher === 'mobile_store' && !isForTab) return { kind: launcher, url: viewer.store_url };
      // On a phone it is the app.
      const installed = launcher === 'mobile_store' ? viewer.store_url : viewer.viewer_url;
      const canChoose = installed !== null && launcher !== 'not_supported_os';
      if (isForTab && action === 'remote' && canChoose && choice === undefined) return { kind: 'choose' };
      const type = sessionTypes[action];
      const query = { device_pk: pk, type, ...(pledged ? { pledge: '1' as const } : {}) };
      try {
        const { objects: session } = await api.call(createRemoteSessionByGet, { query });
        sessions.opened(session.id, alias);
        const isVerified = session.verified === 1;
        if (isForTab || launcher === 'mobile_store' || launcher === 'not_supported_os') {
          const address = viewerTabAddress(language, session);
          return window.open(address) === null
            ? { kind: 'blocked', address }
            : { kind: 'opened', in: 'tab', isVerified };
        }
        if (await openViewer(session.launch, launcher))
          return { kind: 'opened', in: launcher === 'app' ? 'app' : 'viewer', isVerified };
        return { kind: 'silent', version: viewer.min_viewer, url: viewer.viewer_url };
      } catch (error) {
        if (isApiProblem(error) && error.code === 'pledge_required') return { kind: 'pledge' };
        throw error;
      }
    },
  });
}

/** The secret stands where no server and no log sees it. */
const viewerTabAddress = (language: Language, { id, secret }: { id: RemoteSessionId; secret: string }): string =>
  `/${language}/session/${id}#secret=${encodeURIComponent(secret)}`;
