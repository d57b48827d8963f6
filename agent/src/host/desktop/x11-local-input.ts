import type { XClient, XEvent, XInputExtension } from 'x11';

const KEY_REPEAT = 0x0001_0000;
/**
 * After so long an event of the agent's own input is not waited for any more: the server drops the press of a key that
 * is pressed.
 */
const EXPIRY_MS = 5_000;

/** The events of XInput2 for the types of XTEST input. */
const eventNames = {
  2: 'XIRawKeyPress',
  3: 'XIRawKeyRelease',
  4: 'XIRawButtonPress',
  5: 'XIRawButtonRelease',
  6: 'XIRawMotion',
} as const;
type InputType = keyof typeof eventNames;
const names = new Set<string>(Object.values(eventNames));

interface Expected {
  readonly name: string;
  readonly detail: number;
  readonly until: number;
}

interface Source {
  readonly root: number;
  /** Null where the server has none: then no local input is noticed. */
  readonly xinput: XInputExtension | null;
  /** Milliseconds of a steady clock. */
  readonly now: () => number;
}

/**
 * Notices input that this agent has not given: by the person at the device, also with an on-screen keyboard, which uses
 * XTEST as the agent does. Therefore the events are compared with what the agent has given, and not told apart by their
 * devices.
 */
export class X11LocalInput {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #expected: Expected[] = [];

  constructor(client: XClient, { root, xinput, now }: Source) {
    this.#now = now;
    if (xinput === null) return;
    xinput.XISelectEvents(root, {
      deviceId: xinput.AllMasterDevices,
      mask: ['RawKeyPress', 'RawKeyRelease', 'RawButtonPress', 'RawButtonRelease', 'RawMotion'],
    });
    client.on('event', (event) => this.#receive(event));
  }

  on(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  /** The agent gives this input itself. */
  expect(type: InputType, detail: number): void {
    const now = this.#now();
    this.#expected = this.#expected.filter(({ until }) => until > now);
    this.#expected.push({ name: eventNames[type], detail, until: now + EXPIRY_MS });
  }

  #receive({ name = '', detail = 0, flags = 0 }: XEvent): void {
    if (!names.has(name) || (flags & KEY_REPEAT) !== 0) return;
    const index = this.#expected.findIndex((one) => one.name === name && one.detail === detail);
    if (index >= 0) this.#expected.splice(index, 1);
    else for (const listener of this.#listeners) listener();
  }
}
