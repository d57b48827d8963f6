import { setFlagsFromString } from 'node:v8';
import type { XDisplay } from 'x11';
import type { RawImage } from './raw-image.ts';

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;

/** A server that is stopped takes connections and says nothing. */
const SILENT_MS = 3_000;
/** The connection to the X server is closed after this time without a capture. */
const IDLE_MS = 10_000;

/** An X server, such as `:0`; without `auth` the cookie of the user's own file is used. */
export interface X11Place {
  readonly display: string;
  readonly auth?: { readonly name: string; readonly data: string };
  /** For how long it may say nothing. Default: 3 s. */
  readonly silentMs?: number;
}

/**
 * The library is loaded with the first capture: a device without viewers does not need it in memory.
 * @throws Error where the server refuses the connection or says nothing
 */
export async function openX11Display(place: X11Place): Promise<XDisplay> {
  const { default: x11 } = await import('x11');
  // The agent runs without it (main.ts), and an image has two million pixels to convert: 600 ms instead of 20 ms.
  setFlagsFromString('--turbofan');
  return new Promise((resolve, reject) => {
    let isLate = false;
    const silent = setTimeout(() => {
      isLate = true;
      client.stream?.destroy();
      reject(new Error('the X server does not answer'));
    }, place.silentMs ?? SILENT_MS);
    const client = x11.createClient(place, (error, ready) => {
      clearTimeout(silent);
      if (error) return reject(error);
      if (isLate) return ready.client.stream?.destroy();
      // The library keeps the numbers of names for all servers together, although each server gives its own.
      ready.client.atoms = { ...ready.client.atoms };
      resolve(ready);
    });
    // Why a server refuses the connection; without a listener it would end the agent.
    client.on('error', reject);
  });
}

/** Captures the whole screen of an X server over its own protocol, without a native library. */
export function createX11Screen(displayName: string): () => Promise<RawImage> {
  let open: Promise<XDisplay> | null = null;
  let idle: NodeJS.Timeout | undefined;

  const close = () => {
    const closing = open;
    open = null;
    void closing?.then(({ client }) => client.terminate()).catch(() => undefined);
  };
  const connection = (): Promise<XDisplay> => {
    open ??= openX11Display({ display: displayName }).then((display) => {
      // After an error requests and replies no longer match: the next capture opens a new connection.
      display.client.on('error', close);
      display.client.on('end', () => (open = null));
      return display;
    });
    return open;
  };

  return async () => {
    clearTimeout(idle);
    idle = setTimeout(close, IDLE_MS).unref();
    try {
      return await captureRoot(await connection());
    } catch (error) {
      close();
      throw error;
    }
  };
}

async function captureRoot({ client, screen, format, image_byte_order }: XDisplay): Promise<RawImage> {
  const root = screen[0]?.root ?? 0;
  const { width, height, depth } = await new Promise<{ width: number; height: number; depth: number }>(
    (resolve, reject) => client.GetGeometry(root, (error, reply) => (error ? reject(error) : resolve(reply))),
  );
  if (format[depth]?.bits_per_pixel !== 32) throw new Error(`screens of depth ${depth} are not supported`);
  const data = await new Promise<Buffer>((resolve, reject) =>
    client.GetImage(Z_PIXMAP, root, 0, 0, width, height, ALL_PLANES, (error, image) =>
      error ? reject(error) : resolve(image.data),
    ),
  );
  return { width, height, channels: 3, pixels: toRgb(data, width * height, image_byte_order) };
}

/** X sends four bytes per pixel, one of them unused: blue first on a little-endian server, red second on others. */
export function toRgb(data: Buffer, count: number, byteOrder: number): Uint8Array {
  const pixels = new Uint8Array(count * 3);
  const [red, green, blue] = byteOrder === 0 ? ([2, 1, 0] as const) : ([1, 2, 3] as const);
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = data[from + red] ?? 0;
    pixels[to + 1] = data[from + green] ?? 0;
    pixels[to + 2] = data[from + blue] ?? 0;
  }
  return pixels;
}
