import { isDeepStrictEqual } from 'node:util';
import type { XClient, XEvent, XInputDevice, XInputExtension } from 'x11';
import type { Rectangle } from '../desktop/desktop.ts';
import { onXConnectionLost, onXEvent, replyOf } from '../desktop/x11-events.ts';
import { readX11MainMonitor } from '../desktop/x11-monitors.ts';
import { isInjecting } from '../desktop/x11-pressed.ts';
import { openX11Display } from '../screen/x11-screen.ts';
import { drawPrompt, type PromptButton, type PromptImage } from './prompt-image.ts';

const Z_PIXMAP = 2;
const COPY_FROM_PARENT = 0;
const INPUT_OUTPUT = 1;
const BUTTON_PRESS = 0x4;
const EXPOSURE = 0x8000;
const STRUCTURE_NOTIFY = 0x0002_0000;
const LEFT_BUTTON = 1;
/** A window that covers everything does not hide who is watching for long, and monitors may change. */
const CHECK_MS = 2_000;
/** A server that is held by another program, or stopped, says nothing. */
const SILENT_MS = 3_000;
/** Somebody who was about to click what lay there has not answered. */
const UNSEEN_MS = 800;

export interface Prompt {
  readonly text: string;
  readonly buttons: readonly PromptButton[];
  /** Whether input that a program gives, such as that of a viewer in control, presses nothing. */
  readonly isForPerson: boolean;
  readonly onPressed: (button: number) => void;
}

/**
 * Shows a line with buttons at the top of the screen, above all windows, until disposed.
 * @param onLost another program has closed the window, or the connection has ended
 * @throws Error where the X server does not answer, or cannot tell the person from programs, and that matters
 */
export async function showX11Prompt(display: string, prompt: Prompt, onLost: () => void): Promise<Disposable> {
  const { client, screen } = await openX11Display({ display });
  const lost = Promise.withResolvers<never>();
  const lose = () => lost.reject(new Error('the line at the top of the screen was closed'));
  onXConnectionLost(client, lose);
  onXEvent(client, 'DestroyNotify', lose);
  const silent = setTimeout(() => lost.reject(new Error('the X server does not answer')), SILENT_MS);
  // Not `terminate`, which waits until the server has closed its end as well.
  const close = () => client.stream?.destroy();
  try {
    const window = await Promise.race([openWindow({ client, root: screen[0]?.root ?? 0 }, prompt), lost.promise]);
    const checking = setInterval(() => void window.place().catch(() => undefined), CHECK_MS).unref();
    let isOver = false;
    const end = () => {
      isOver = true;
      clearInterval(checking);
      close();
    };
    lost.promise.catch(() => {
      if (isOver) return;
      end();
      onLost();
    });
    return { [Symbol.dispose]: end };
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

async function openWindow({ client, root }: Pick<Screen, 'client' | 'root'>, prompt: Prompt): Promise<PromptWindow> {
  const { depth } = await replyOf<{ depth: number }>((reply) => client.GetGeometry(root, reply));
  const xinput = prompt.isForPerson ? await requireXInput2(client) : null;
  const window = new PromptWindow({ client, root, depth, xinput }, prompt);
  await window.place();
  return window;
}

async function requireXInput2(client: XClient): Promise<XInputExtension> {
  const xinput = (await replyOf<unknown>((reply) => client.require('xinput', reply))) as XInputExtension;
  if (xinput.xi2 === null) throw new Error('the X server does not tell which device is pressed');
  return xinput;
}

interface Screen {
  readonly client: XClient;
  readonly root: number;
  readonly depth: number;
  /** Where the devices that are pressed matter; otherwise null. */
  readonly xinput: XInputExtension | null;
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
    const { client, xinput } = screen;
    this.#screen = screen;
    this.#prompt = prompt;
    [this.#window, this.#context] = [client.AllocID(), client.AllocID()];
    onXEvent(client, 'Expose', () => {
      this.#paint();
      this.#seenSince ??= performance.now();
    });
    if (xinput === null) onXEvent(client, 'ButtonPress', ({ keycode, x }) => this.#press(this.#buttonAt(keycode, x)));
    else onXEvent(client, 'XIButtonPress', (event) => void this.#pressByPerson(xinput, event).catch(() => undefined));
  }

  /** At the top of the monitor that is looked at first, as it is now, and above all windows. */
  async place(): Promise<void> {
    const { client, root } = this.#screen;
    const monitor = await readX11MainMonitor(client, root);
    const before = this.#placed;
    // Another program may have hidden it.
    if (before !== null) client.MapWindow(this.#window);
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

  /** The index of the button that is pressed there, or -1. */
  #buttonAt(mouseButton = 0, x = -1): number {
    const isNew = this.#seenSince === null || performance.now() - this.#seenSince < UNSEEN_MS;
    return isNew || mouseButton !== LEFT_BUTTON ? -1 : (this.#placed?.image.buttonAt(x) ?? -1);
  }

  #press(button: number): void {
    if (button >= 0) this.#prompt.onPressed(button);
  }

  /** Devices come and go: what is not known as one that is touched presses nothing. */
  async #pressByPerson(xinput: XInputExtension, { sourceId, detail, x }: XEvent): Promise<void> {
    const button = this.#buttonAt(detail, x);
    const devices = await replyOf<XInputDevice[]>((reply) => xinput.XIQueryDevice(xinput.AllDevices, reply));
    const source = devices.find(({ deviceId }) => deviceId === sourceId);
    if (source !== undefined && !isInjecting(source)) this.#press(button);
  }

  #open(x: number, y: number, { width, height }: PromptImage): void {
    const { client, root, depth, xinput } = this.#screen;
    const eventMask = EXPOSURE | STRUCTURE_NOTIFY | (xinput === null ? BUTTON_PRESS : 0);
    // No window manager moves or decorates it.
    const values = { overrideRedirect: 1, eventMask };
    client.CreateWindow(this.#window, root, x, y, width, height, 0, depth, INPUT_OUTPUT, COPY_FROM_PARENT, values);
    xinput?.XISelectEvents(this.#window, { deviceId: xinput.AllMasterDevices, mask: ['ButtonPress'] });
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
