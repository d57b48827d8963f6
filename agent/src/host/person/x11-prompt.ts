import { isDeepStrictEqual } from 'node:util';
import type { XClient } from 'x11';
import type { Rectangle } from '../desktop/desktop.ts';
import { onXEvent, replyOf } from '../desktop/x11-events.ts';
import { readX11MainMonitor } from '../desktop/x11-monitors.ts';
import { openX11Display } from '../screen/x11-screen.ts';
import { drawPrompt, type PromptButton, type PromptImage } from './prompt-image.ts';

const Z_PIXMAP = 2;
const COPY_FROM_PARENT = 0;
const INPUT_OUTPUT = 1;
const eventMask = 0x4 | 0x8000;
const LEFT_BUTTON = 1;
/** A window that covers everything does not hide who is watching for long, and monitors may change. */
const CHECK_MS = 2_000;
/** Somebody who was about to click what lay there has not answered. */
const UNSEEN_MS = 800;

export interface Prompt {
  readonly text: string;
  readonly buttons: readonly PromptButton[];
  readonly onPressed: (button: number) => void;
}

/** Shows a line with buttons at the top of the screen, above all windows, until disposed. @throws Error where the X server does not answer */
export async function showX11Prompt(display: string, prompt: Prompt): Promise<Disposable> {
  const { client, screen } = await openX11Display({ display });
  client.on('error', () => undefined);
  const root = screen[0]?.root ?? 0;
  const { depth } = await replyOf<{ depth: number }>((reply) => client.GetGeometry(root, reply));
  const window = new PromptWindow({ client, root, depth }, prompt);
  await window.place();
  const checking = setInterval(() => void window.place().catch(() => undefined), CHECK_MS).unref();
  client.on('end', () => clearInterval(checking));
  return {
    [Symbol.dispose]: () => {
      clearInterval(checking);
      client.terminate();
    },
  };
}

interface Screen {
  readonly client: XClient;
  readonly root: number;
  readonly depth: number;
}

class PromptWindow {
  readonly #screen: Screen;
  readonly #prompt: Prompt;
  readonly #window: number;
  readonly #context: number;
  #placed: { readonly monitor: Rectangle; readonly image: PromptImage } | null = null;
  /** Since when it has been seen, by `performance.now()`. */
  #seenSince: number | null = null;

  constructor(screen: Screen, prompt: Prompt) {
    const { client } = screen;
    this.#screen = screen;
    this.#prompt = prompt;
    [this.#window, this.#context] = [client.AllocID(), client.AllocID()];
    onXEvent(client, 'Expose', () => {
      this.#paint();
      this.#seenSince ??= performance.now();
    });
    onXEvent(client, 'ButtonPress', ({ keycode, x = -1 }) => {
      const isNew = this.#seenSince === null || performance.now() - this.#seenSince < UNSEEN_MS;
      const button = isNew || keycode !== LEFT_BUTTON ? -1 : (this.#placed?.image.buttonAt(x) ?? -1);
      if (button >= 0) prompt.onPressed(button);
    });
  }

  /** At the top of the monitor that is looked at first, as it is now, and above all windows. */
  async place(): Promise<void> {
    const { client, root } = this.#screen;
    const monitor = await readX11MainMonitor(client, root);
    const before = this.#placed;
    if (before !== null && isDeepStrictEqual(monitor, before.monitor)) return client.RaiseWindow(this.#window);
    const { text, buttons } = this.#prompt;
    const image = await drawPrompt({ text, buttons, maxWidth: monitor.w });
    const x = monitor.x + Math.max(0, Math.round((monitor.w - image.width) / 2));
    this.#placed = { monitor, image };
    if (before === null) return this.#open(x, monitor.y, image);
    client.MoveResizeWindow(this.#window, x, monitor.y, image.width, image.height);
    client.RaiseWindow(this.#window);
    this.#paint();
  }

  #open(x: number, y: number, { width, height }: PromptImage): void {
    const { client, root, depth } = this.#screen;
    // No window manager moves or decorates it.
    const values = { overrideRedirect: 1, eventMask };
    client.CreateWindow(this.#window, root, x, y, width, height, 0, depth, INPUT_OUTPUT, COPY_FROM_PARENT, values);
    client.CreateGC(this.#context, this.#window, {});
    client.MapWindow(this.#window);
  }

  #paint(): void {
    const { client, depth } = this.#screen;
    const image = this.#placed?.image;
    if (image === undefined) return;
    const { width, height, pixels } = image;
    client.PutImage(Z_PIXMAP, this.#window, this.#context, width, height, 0, 0, 0, depth, pixels);
  }
}
