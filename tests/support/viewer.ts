import { reportRemoteSession } from '@vigil/shared/contract/http/remote-sessions';
import type { RemoteSessionEndReason, RemoteSessionType } from '@vigil/shared/contract/names';
import { API_BASE } from '@vigil/shared/contract/protocol-version';
import { scaledTimeout } from './scaled-timeout.ts';

const LINUX = 2;
const TIMEOUT_MS = scaledTimeout(90_000);

/** What an external viewer does with its session, apart from showing a screen. */
export type Viewer = {
  readonly type: RemoteSessionType;
  readonly guid: string;
  /** Signs life. @returns why the session has ended, or null while it runs */
  alive(): Promise<RemoteSessionEndReason | null>;
  end(): Promise<void>;
};

/**
 * Opens a session by the address that the browser launches (decision 64), as an installed viewer does.
 * @throws Error with the answer of a server that refuses the secret
 */
export async function startViewer(launch: string): Promise<Viewer> {
  const [, type, session, secret, server = '', guid = ''] = launch.split(':');
  const address = `${decodeURIComponent(server)}${API_BASE}/remote_session/${session}`;
  const report = async (body: object, key?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Session ${key}` }),
    };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`the session was refused: ${text}`);
    return reportRemoteSession.objects.parse((JSON.parse(text) as { objects: unknown }).objects);
  };
  const { key } = await report({ state: 'started', secret, viewer_os_id: LINUX });
  return {
    type: type === 'ft' ? 'ft' : 'rc',
    guid,
    alive: async () => (await report({ state: 'alive' }, key)).cut ?? null,
    end: async () => void (await report({ state: 'ended' }, key)),
  };
}
