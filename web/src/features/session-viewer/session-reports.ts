import type { BodyOf, ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { reportRemoteSession as declaration } from '@vigil/shared/contract/http/remote-sessions';
import type { RemoteSessionId } from '@vigil/shared/contract/ids';
import { reportRemoteSession } from '@vigil/shared/contract/routes/commands';
import type { Api } from '../../lib/api.ts';
import { osIdOf } from '../../lib/browser-system.ts';

type Report = Partial<BodyOf<typeof declaration>> & Pick<BodyOf<typeof declaration>, 'state'>;
export type SessionAnswer = ObjectsOf<typeof declaration>;

/** Kept for this tab, so that the page can be loaded again: the secret of the address opens the session once. */
const keyName = (id: RemoteSessionId) => `remote-session:${id}`;

/** The reports of this viewer: with the secret first, with the key from then on. */
export function createSessionReports(api: Api, id: RemoteSessionId) {
  const send = async (report: Report, options: { keepalive?: boolean } = {}): Promise<SessionAnswer> => {
    const key = sessionStorage.getItem(keyName(id));
    const authorization = key === null ? undefined : `Session ${key}`;
    // A refusal says nothing of the session of the console.
    const { objects } = await api.call(
      reportRemoteSession,
      { params: { id }, body: report },
      { token: '', authorization, ...options },
    );
    if (objects.key !== undefined) sessionStorage.setItem(keyName(id), objects.key);
    return objects;
  };
  return {
    /** Opens the session, or goes on with the one that this tab has opened. */
    connect(viewerKey: string): Promise<SessionAnswer> {
      const secret = new URLSearchParams(window.location.hash.slice(1)).get('secret') ?? '';
      const isOpen = sessionStorage.getItem(keyName(id)) !== null;
      if (isOpen) return send({ state: 'alive', viewer_key: viewerKey });
      return send({ state: 'started', secret, viewer_key: viewerKey, viewer_os_id: osIdOf(navigator.userAgent) });
    },
    alive: () => send({ state: 'alive' }),
    end: () => send({ state: 'ended' }, { keepalive: true }),
  };
}

export type SessionReports = ReturnType<typeof createSessionReports>;
