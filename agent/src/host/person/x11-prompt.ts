import { onXEvent, replyOf } from '../desktop/x11-events.ts';
import { readX11MainMonitor } from '../desktop/x11-monitors.ts';
import { openX11Display } from '../screen/x11-screen.ts';
import { drawPrompt, type PromptButton } from './prompt-image.ts';

const Z_PIXMAP = 2;
const COPY_FROM_PARENT = 0;
const INPUT_OUTPUT = 1;
const eventMask = 0x4 | 0x8000;
/** A window that covers everything does not hide who is watching for long. */
const RAISE_MS = 2_000;

export interface Prompt {
  readonly text: string;
  readonly buttons: readonly PromptButton[];
  readonly onPressed: (button: number) => void;
}

/** Shows a line with buttons at the top of the screen, above all windows, until disposed. @throws Error where the X server does not answer */
export async function showX11Prompt(display: string, { text, buttons, onPressed }: Prompt): Promise<Disposable> {
  const { client, screen } = await openX11Display({ display });
  client.on('error', () => undefined);
  const root = screen[0]?.root ?? 0;
  const { depth } = await replyOf<{ depth: number }>((reply) => client.GetGeometry(root, reply));
  const place = await readX11MainMonitor(client, root);
  const image = await drawPrompt({ text, buttons, maxWidth: place.w });
  const [window, gc] = [client.AllocID(), client.AllocID()];
  const x = place.x + Math.max(0, Math.round((place.w - image.width) / 2));
  // No window manager moves or decorates it.
  const values = { overrideRedirect: 1, eventMask };
  client.CreateWindow(
    window,
    root,
    x,
    place.y,
    image.width,
    image.height,
    0,
    depth,
    INPUT_OUTPUT,
    COPY_FROM_PARENT,
    values,
  );
  client.CreateGC(gc, window, {});
  onXEvent(client, 'Expose', () =>
    client.PutImage(Z_PIXMAP, window, gc, image.width, image.height, 0, 0, 0, depth, image.pixels),
  );
  onXEvent(client, 'ButtonPress', ({ x: left = -1 }) => {
    const button = image.buttonAt(left);
    if (button >= 0) onPressed(button);
  });
  client.MapWindow(window);
  const raising = setInterval(() => client.RaiseWindow(window), RAISE_MS).unref();
  client.on('end', () => clearInterval(raising));
  return {
    [Symbol.dispose]: () => {
      clearInterval(raising);
      client.terminate();
    },
  };
}
