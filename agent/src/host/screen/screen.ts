import type { CapturedScreen, Host } from '../host.ts';
import { consoleSvg, type ConsoleContent } from './console-image.ts';
import { imageToScreen, svgToScreen } from './encode.ts';
import { maskRegions } from './mask-regions.ts';
import type { RawImage } from './raw-image.ts';
import { createX11Screen } from './x11-screen.ts';

type Source = () => Promise<RawImage>;

export interface ScreenEnvironment {
  platform: NodeJS.Platform;
  display?: string | undefined;
  waylandDisplay?: string | undefined;
  /** Where there is no display, remote control gets a virtual one. */
  isVirtualAllowed?: boolean;
}

/** When no source worked, the screen is tried again after this: a user may have signed in. */
const RETRY_MS = 15_000;

/** Windows, macOS and Wayland, through a native library that is loaded with the first frame. */
async function captureNatively(): Promise<RawImage> {
  const { Monitor } = await import('node-screenshots');
  const monitors = Monitor.all();
  const monitor = monitors.find((one) => one.isPrimary()) ?? monitors[0];
  if (monitor === undefined) throw new Error('no monitor');
  const image = await monitor.captureImage();
  return { width: image.width, height: image.height, channels: 4, pixels: await image.toRaw() };
}

/**
 * The available ways to capture the screen, best first. Under Wayland an X server shows only a part, so it is second.
 */
export function screenSources({ platform, display, waylandDisplay }: ScreenEnvironment): Source[] {
  if (platform === 'win32' || platform === 'darwin') return [captureNatively];
  const x11 = display ? [createX11Screen(display)] : [];
  return waylandDisplay ? [captureNatively, ...x11] : x11;
}

/** Captures the screen where there is a readable one, else draws a console with the device's state. */
export function createScreenCapture(
  consoleContent: () => Promise<ConsoleContent>,
  environment: ScreenEnvironment,
  now: () => number = Date.now,
): Host['capture'] {
  const sources = screenSources(environment);
  let unavailableUntil = 0;
  return async (width, regions): Promise<CapturedScreen> => {
    const image = now() < unavailableUntil ? null : await captureFrom(sources);
    if (image !== null) {
      // Before it is scaled, which would mix the edges of a region with what is beside it.
      maskRegions(image, regions);
      return imageToScreen(image, width);
    }
    if (now() >= unavailableUntil) unavailableUntil = now() + RETRY_MS;
    return svgToScreen(consoleSvg(await consoleContent()), width);
  };
}

async function captureFrom(sources: readonly Source[]): Promise<RawImage | null> {
  for (const source of sources) {
    try {
      return await source();
    } catch {
      // A missing library, a locked screen and a closed display are handled alike: try the next source.
      continue;
    }
  }
  return null;
}
