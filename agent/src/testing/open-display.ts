import type { Desktop } from '../host/desktop/desktop.ts';
import { createDesktopOpener } from '../host/desktop/open-desktop.ts';
import { eventually } from './eventually.ts';

/** The desktop of an X11 display; a busy machine may open it later than an agent waits for, and is then asked again. */
export function openDisplay(display: string): Promise<Desktop> {
  const open = createDesktopOpener({ platform: 'linux', display });
  return eventually(async () => {
    const opened = await open();
    return typeof opened === 'string' ? null : opened;
  });
}
