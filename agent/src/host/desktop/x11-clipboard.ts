import type { XClient, XDisplay, XEvent } from 'x11';
import { onXEvent, replyOf } from './x11-events.ts';

/** An owner of the clipboard that does not answer has none. */
const ANSWER_MS = 1_000;
/** In units of four bytes. */
const MAX_LENGTH = 16_384;
const INPUT_ONLY = 2;
const REPLACE = 0;
const names = ['CLIPBOARD', 'UTF8_STRING', 'TARGETS', 'VIGIL_CLIPBOARD', 'ATOM'] as const;
type Atoms = Record<(typeof names)[number], number>;

/** The clipboard of an X server, which is no store: its owner gives the text to each that asks. */
export class X11Clipboard {
  readonly #client: XClient;
  readonly #window: number;
  readonly #atoms: Promise<Atoms>;
  /** What this agent gives, while it is the owner. */
  #text: string | null = null;

  constructor({ client, screen }: XDisplay) {
    this.#client = client;
    this.#window = client.AllocID();
    client.CreateWindow(this.#window, screen[0]?.root ?? 0, 0, 0, 1, 1, 0, 0, INPUT_ONLY, 0, {});
    this.#atoms = readAtoms(client);
    // The end of the connection is noticed by its user.
    this.#atoms.catch(() => undefined);
    onXEvent(client, 'SelectionRequest', (event) => void this.#answer(event).catch(() => undefined));
    onXEvent(client, 'SelectionClear', () => (this.#text = null));
  }

  async set(text: string): Promise<void> {
    const { CLIPBOARD } = await this.#atoms;
    this.#text = text;
    this.#client.SetSelectionOwner(this.#window, CLIPBOARD);
  }

  async read(): Promise<string | null> {
    if (this.#text !== null) return this.#text;
    const { CLIPBOARD, UTF8_STRING, VIGIL_CLIPBOARD } = await this.#atoms;
    const answered = Promise.withResolvers<XEvent | null>();
    using _listener = onXEvent(this.#client, 'SelectionNotify', answered.resolve);
    const timer = setTimeout(answered.resolve, ANSWER_MS, null);
    this.#client.ConvertSelection(this.#window, CLIPBOARD, UTF8_STRING, VIGIL_CLIPBOARD);
    const answer = await answered.promise;
    clearTimeout(timer);
    if (!answer?.property) return null;
    const { type, data, bytesAfter } = await replyOf<{ type: number; data: Buffer; bytesAfter: number }>((reply) =>
      this.#client.GetProperty(1, this.#window, VIGIL_CLIPBOARD, 0, 0, MAX_LENGTH, reply),
    );
    // A long text that comes in parts has another type. Half a text is worse than none, which the viewer is told.
    return type === UTF8_STRING && bytesAfter === 0 ? data.toString('utf8') : null;
  }

  async #answer({ requestor = 0, selection = 0, target = 0, property = 0, time = 0 }: XEvent): Promise<void> {
    const { UTF8_STRING, TARGETS, ATOM } = await this.#atoms;
    const isText = target === UTF8_STRING && this.#text !== null;
    if (isText) {
      this.#client.ChangeProperty(REPLACE, requestor, property, UTF8_STRING, 8, Buffer.from(this.#text ?? ''));
    } else if (target === TARGETS) {
      this.#client.ChangeProperty(REPLACE, requestor, property, ATOM, 32, [TARGETS, UTF8_STRING]);
    }
    const given = isText || target === TARGETS ? property : 0;
    const notice = { name: 'SelectionNotify', seq: 0, time, requestor, selection, target, property: given };
    this.#client.SendEvent(requestor, 0, 0, notice);
  }
}

async function readAtoms(client: XClient): Promise<Atoms> {
  const read = names.map(async (name) => [
    name,
    await replyOf<number>((reply) => client.InternAtom(false, name, reply)),
  ]);
  return Object.fromEntries(await Promise.all(read)) as Atoms;
}
