import { isInsideApp, openInApp } from '../../lib/app-bridge.ts';
import { isMobile, osIdOf } from '../../lib/browser-system.ts';

/** How the external viewer is opened: by a frame, by a small window, or by the app around the page (decision 64). */
export type Launcher = 'frame' | 'window' | 'app';

const UNKNOWN = 0;
const MACOS = 3;

/** How this browser opens the viewer, or the message that it cannot (spec 2 §4, "Remote launch"; §8). */
export function launcherOf(userAgent: string, isApp: boolean): Launcher | 'mobile_store' | 'not_supported_os' {
  if (isApp) return 'app';
  if (isMobile(userAgent)) return 'mobile_store';
  const system = osIdOf(userAgent);
  if (system === UNKNOWN) return 'not_supported_os';
  return system === MACOS ? 'window' : 'frame';
}

export const launcherOfBrowser = (): ReturnType<typeof launcherOf> => launcherOf(navigator.userAgent, isInsideApp());

/**
 * A browser does not tell whether a program opened; but it loses the focus to one, or to the question whether to open
 * it.
 */
const ANSWER_MS = 3_000;

/** Opens the address of a viewer. @returns whether something on this computer answered */
export async function openViewer(address: string, launcher: Launcher): Promise<boolean> {
  if (launcher === 'app') {
    openInApp(address);
    return true;
  }
  const opened = (launcher === 'window' && openWindow(address)) || openFrame(address);
  return losesFocus(opened.window).finally(opened.close);
}

interface Opened {
  /** The window that loses the focus to the viewer. */
  readonly window: Window;
  readonly close: () => void;
}

/** An unknown address would replace the page in some browsers; in a frame it changes nothing that is seen. */
function openFrame(address: string): Opened {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.src = address;
  document.body.append(frame);
  return { window, close: () => frame.remove() };
}

/** Null when the browser blocks it. */
function openWindow(address: string): Opened | null {
  const small = window.open('', 'vigil-viewer', 'popup,width=360,height=200');
  if (!small) return null;
  small.location.href = address;
  return { window: small, close: () => small.close() };
}

function losesFocus(own: Window): Promise<boolean> {
  const listening = new AbortController();
  const { signal } = listening;
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, ANSWER_MS, false);
    const answered = () => {
      clearTimeout(timer);
      resolve(true);
    };
    own.addEventListener('blur', answered, { signal });
    own.addEventListener('pagehide', answered, { signal });
    own.document.addEventListener('visibilitychange', answered, { signal });
  }).finally(() => listening.abort());
}
