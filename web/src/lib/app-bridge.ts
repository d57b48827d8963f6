/** What the page tells the mobile app around it (infra/decisions/app-bridge.md). */
export type MessageToApp =
  | { type: 'WEB_AUTH'; token: string; expires_at: string; lang: string }
  | { type: 'WEB_CHECK'; signed_in: boolean; user_pk: number | null }
  | { type: 'REMOTE_SESSION'; launch: string };

interface Port {
  postMessage: (json: string) => void;
}

/** What the apps put into the page: the one of Android, and that of iOS. */
interface AppWindow {
  VigilApp?: Port;
  webkit?: { messageHandlers?: { vigil?: Port } };
}

export interface AppBridge {
  /** Tells the app of a session, once for each pair of token and end. */
  announce: (session: { token: string; expiresAt: string; language: string }) => void;
}

interface BridgeNeeds {
  window: Window;
  /** The signed-in user, or null. */
  user: () => number | null;
}

const portOf = (own: AppWindow): Port | null => own.VigilApp ?? own.webkit?.messageHandlers?.vigil ?? null;

/** Whether the page runs inside the mobile app. */
export const isInsideApp = (own: Window = window): boolean => portOf(own as AppWindow) !== null;

/** Gives the app the address that opens a remote session (decision 64). */
export function openInApp(launch: string, own: Window = window): void {
  const message: MessageToApp = { type: 'REMOTE_SESSION', launch };
  portOf(own as AppWindow)?.postMessage(JSON.stringify(message));
}

/** The bridge to the mobile app, which also answers `WEB_CHECK`; null in an ordinary browser. */
export function createAppBridge({ window: own, user }: BridgeNeeds): AppBridge | null {
  const port = portOf(own as AppWindow);
  if (port === null) return null;
  const send = (message: MessageToApp): void => port.postMessage(JSON.stringify(message));
  let announced = '';

  own.addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
    // The app posts without a source, or from within the page. Frames inside the page get no answer.
    if (source !== null && source !== own) return;
    if (!isCheck(data)) return;
    const pk = user();
    send({ type: 'WEB_CHECK', signed_in: pk !== null, user_pk: pk });
  });
  return {
    announce({ token, expiresAt, language }) {
      const session = `${token} ${expiresAt}`;
      if (session === announced) return;
      announced = session;
      send({ type: 'WEB_AUTH', token, expires_at: expiresAt, lang: language });
    },
  };
}

/** Whether a message is the question of the app; the answer of the page has the same type. */
function isCheck(data: unknown): boolean {
  const message = typeof data === 'string' ? parsed(data) : data;
  return isRecord(message) && message['type'] === 'WEB_CHECK' && !('signed_in' in message);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
