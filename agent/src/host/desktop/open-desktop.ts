import type { ScreenEnvironment } from '../screen/screen.ts';
import type { OpenDesktop } from './desktop.ts';
import { openX11Desktop } from './x11-desktop.ts';

/** A display that does not answer is none; the viewer is told within 3 s. */
const OPEN_TIMEOUT_MS = 2_500;

/** The desktop of this device, through the window system that it runs. Windows, macOS and Wayland have none yet. */
export const createDesktopOpener =
  ({ platform, display, waylandDisplay }: ScreenEnvironment): OpenDesktop =>
  async () => {
    if (platform === 'win32' || platform === 'darwin' || display === undefined)
      return waylandDisplay === undefined ? 'no_display' : 'wayland_consent';
    // An X server under Wayland shows only a part of the screen.
    if (waylandDisplay !== undefined) return 'wayland_consent';
    const late = Promise.withResolvers<'no_display'>();
    const timer = setTimeout(late.resolve, OPEN_TIMEOUT_MS, 'no_display');
    const opening = openX11Desktop(display).catch(() => 'no_display' as const);
    const opened = await Promise.race([opening, late.promise]);
    clearTimeout(timer);
    if (opened === 'no_display')
      void opening.then((desktop) => typeof desktop === 'object' && desktop[Symbol.dispose]());
    return opened;
  };
