import type { Frame, Host } from '../host.ts';
import { drawConsole, type Vitals } from './console-picture.ts';
import { encodePicture, encodeSvg, type Picture } from './encode.ts';
import { grabNative } from './native-screen.ts';
import { createX11Screen } from './x11-screen.ts';

type Source = () => Promise<Picture>;

export interface ScreenPlace {
  platform: NodeJS.Platform;
  display?: string | undefined;
  waylandDisplay?: string | undefined;
}

/** Without a picture the screen is tried again after this, since somebody may sign in. */
const RETRY_MS = 15_000;

/** Ways to take a picture here, best first. Under Wayland an X server shows only a part, so it comes second. */
export function screenSources({ platform, display, waylandDisplay }: ScreenPlace): Source[] {
  if (platform === 'win32' || platform === 'darwin') return [grabNative];
  const x = display ? [createX11Screen(display)] : [];
  return waylandDisplay ? [grabNative, ...x] : x;
}

/** The screen where there is one that can be read, else a console that says how the machine is. */
export function createScreen(
  describe: () => Promise<Vitals>,
  place: ScreenPlace,
  now: () => number = Date.now,
): Host['capture'] {
  const sources = screenSources(place);
  let blindUntil = 0;
  return async (size): Promise<Frame> => {
    const picture = now() < blindUntil ? null : await firstOf(sources);
    if (picture !== null) return encodePicture(picture, size);
    if (now() >= blindUntil) blindUntil = now() + RETRY_MS;
    return encodeSvg(drawConsole(await describe()), size);
  };
}

async function firstOf(sources: readonly Source[]): Promise<Picture | null> {
  for (const source of sources) {
    try {
      return await source();
    } catch {
      // A missing library, a locked screen or a display that went away all mean the same: try the next way.
      continue;
    }
  }
  return null;
}
