import type { ScreenEnvironment } from '../screen/screen.ts';
import type { Desktop, NoDesktop, OpenDesktop } from './desktop.ts';
import { readSeatState } from './linux-seat.ts';
import { openNativeDesktop } from './native-desktop.ts';
import { createVirtualDesktopOpener } from './shared-virtual-display.ts';
import { openX11Desktop } from './x11-desktop.ts';
import { XwaylandError } from './xwayland.ts';

/** A display that does not answer is none; the viewer is told within 3 s. */
const OPEN_TIMEOUT_MS = 2_500;
/** An X server that refuses a connection says so and closes it, which may be noticed before its reason is read. */
const REFUSED = /authori[sz]|EPIPE|ECONNRESET|closed before setup/iu;

/**
 * The desktop of this device, through the window system that it runs, or a virtual one where it has none and may have
 * one. Wayland has none yet.
 */
export function createDesktopOpener({
  platform,
  display,
  waylandDisplay,
  isVirtualAllowed = false,
}: ScreenEnvironment): OpenDesktop {
  // An X server under Wayland shows only a part of the screen.
  if (waylandDisplay !== undefined) return () => Promise.resolve('wayland_consent');
  if (platform === 'win32' || platform === 'darwin') return () => openInTime(() => openNativeDesktop({ platform }));
  if (display !== undefined) return () => openInTime(() => openX11Desktop({ display }));
  if (isVirtualAllowed) {
    const openVirtual = createVirtualDesktopOpener();
    return () => openInTime(openVirtual);
  }
  return () => openInTime(() => Promise.reject(new Error('no display')));
}

async function openInTime(open: OpenDesktop): Promise<Desktop | NoDesktop> {
  const late = Promise.withResolvers<'no_display'>();
  const timer = setTimeout(late.resolve, OPEN_TIMEOUT_MS, 'no_display');
  const opening = open().catch((cause: unknown) => reasonOf(cause));
  const opened = await Promise.race([opening, late.promise]);
  clearTimeout(timer);
  if (opened === 'no_display') void opening.then((desktop) => typeof desktop === 'object' && desktop[Symbol.dispose]());
  return opened;
}

async function reasonOf(cause: unknown): Promise<NoDesktop> {
  if (cause instanceof XwaylandError) return 'wayland_consent';
  const seat = await readSeatState();
  if (seat !== null) return seat;
  return cause instanceof Error && REFUSED.test(cause.message) ? 'no_permission' : 'no_display';
}
