import type { DevicePk } from '@vigil/shared/contract/ids';
import { eventually } from '../../support/eventually.ts';
import { openSocket, type TestSocket } from '../../support/sockets.ts';
import { expect } from '../../support/system-test.ts';

/** What a gateway sends of a device again and again, or when a command runs there. */
export const kinds = ['system_usage', 'thumbnail', 'processes', 'command_state', 'alive'] as const;
type Kind = (typeof kinds)[number];

type Payload = Record<string, unknown>;

/** The devices that a message is about. Messages that take devices off the screen are none: they name what is lost. */
const named: Readonly<Record<string, (payload: Payload) => unknown[]>> = {
  system_usage: ({ rows }) => (rows as unknown[][]).map(([pk]) => pk),
  alive: ({ rows }) => (rows as unknown[][]).map(([pk]) => pk),
  alerts: ({ rows }) => (rows as Payload[]).map((row) => row['device_pk']),
  device_added: ({ device }) => [(device as Payload)['pk']],
  devices_moved: ({ pks }) => pks as unknown[],
  devices_changed: ({ pks }) => pks as unknown[],
  ...Object.fromEntries(
    ['thumbnail', 'thumbnail_same', 'processes', 'command_state', 'device_changed'].map((name) => [
      name,
      (payload: Payload) => [payload['device_pk']],
    ]),
  ),
};

export const devicesNamed = (kind: string, payload: Payload): DevicePk[] =>
  (named[kind]?.(payload) ?? []) as DevicePk[];

/** A browser of a user on one gateway, which subscribes to everything that it may. */
export class Screen implements Disposable {
  readonly #socket: TestSocket;
  readonly #messages: { kind: string; devices: unknown[] }[] = [];

  private constructor(socket: TestSocket) {
    this.#socket = socket;
    socket.socket.onAny((kind: string, payload: Payload) => {
      const devices = devicesNamed(kind, payload);
      // The message that a screen is unchanged tells as much of the device as a frame.
      this.#messages.push({ kind: kind === 'thumbnail_same' ? 'thumbnail' : kind, devices });
    });
  }

  static async open(gateway: string, token: string, devices: readonly DevicePk[]): Promise<Screen> {
    const screen = new Screen(await openSocket(`${gateway}/console`, { auth: { token } }));
    await screen.watch(devices);
    return screen;
  }

  get isOpen(): boolean {
    return this.#socket.socket.connected;
  }

  /** Subscribes again, as the app does when devices came into sight. */
  async watch(devices: readonly DevicePk[]): Promise<void> {
    await eventually(async () => {
      expect(await this.#socket.ask('watch_fleet', { group_pk: 'all', usage: true })).toMatchObject({ ok: true });
      for (const pk of devices)
        expect(await this.#socket.ask('watch_device', { pk, processes: true })).toEqual({ ok: true });
      const frames = { devices, width: 320, interval_ms: 200 };
      expect(await this.#socket.ask('watch_thumbnails', frames)).toEqual({ ok: true, refused: [] });
    });
  }

  /** Waits until its gateway has applied the changes up to this number, and has sent what came before. */
  async reach(seq: number): Promise<void> {
    await eventually(async () => {
      expect(Number((await this.#socket.ask('sync_check', {}))['seq'])).toBeGreaterThanOrEqual(seq);
    });
  }

  /** A place in what it has received, to be compared with later. */
  mark(): number {
    return this.#messages.length;
  }

  /** How many messages of a kind named a device since then. */
  count(kind: Kind, device: DevicePk, since: number): number {
    return this.#messages.slice(since).filter((one) => one.kind === kind && one.devices.includes(device)).length;
  }

  /** Everything since then that named one of these devices. */
  mentions(devices: readonly DevicePk[], since: number): { kind: string; devices: unknown[] }[] {
    const looked = new Set<unknown>(devices);
    return this.#messages.slice(since).filter((one) => one.devices.some((pk) => looked.has(pk)));
  }

  [Symbol.dispose](): void {
    this.#socket[Symbol.dispose]();
  }
}
