import type { XInputDevice, XInputExtension, XTestExtension } from 'x11';
import { replyOf } from '../host/desktop/x11-events.ts';
import { connectDisplay } from './connect-display.ts';

const FAKE_INPUT = 2;
/** XIChangeProperty, with which a value is replaced. */
const CHANGE_PROPERTY = 57;
const REPLACE = 0;
const INTEGER = 19;
/** Events of XInput 1 behind the first one of the extension. */
const events = { keyPress: 1, keyRelease: 2, buttonPress: 3, buttonRelease: 4 } as const;

/**
 * A device of an Xvfb, which is a physical one for programs: XTEST gives the events of a device instead of its own when
 * they are of XInput 1.
 */
async function openPhysicalDevice(display: string, deviceName: string) {
  const { client, screen } = await connectDisplay(display);
  const extension = (name: string) => replyOf<unknown>((reply) => client.require(name, reply));
  const xinput = (await extension('xinput')) as XInputExtension;
  const xtest = (await extension('xtest')) as XTestExtension;
  const devices = await replyOf<XInputDevice[]>((reply) => xinput.XIQueryDevice(xinput.AllDevices, reply));
  const device = devices.find(({ name }) => name === deviceName)?.deviceId ?? 0;
  /** The server has taken it when this resolves. */
  const put = async (request: Buffer) => {
    request.writeUInt16LE(request.length / 4, 2);
    client.seq_num += 1;
    client.pack_stream.put(request);
    await client.sync();
  };
  const give = (event: keyof typeof events, detail: number) => {
    const request = Buffer.alloc(36);
    request.set([xtest.majorOpcode, FAKE_INPUT]);
    request.set([xinput.firstEvent + events[event], detail], 4);
    request.writeUInt32LE(screen[0]?.root ?? 0, 12);
    request.writeUInt8(device, 35);
    return put(request);
  };
  return { client, xinput, device, put, give, [Symbol.dispose]: () => client.terminate() };
}

/** The mouse of an Xvfb, where the pointer is. */
export async function openPhysicalMouse(display: string) {
  const { give, ...mouse } = await openPhysicalDevice(display, 'Xvfb mouse');
  return {
    /** The server has taken it when this resolves. */
    async click(button: number): Promise<void> {
      await give('buttonPress', button);
      await give('buttonRelease', button);
    },
    [Symbol.dispose]: mouse[Symbol.dispose],
  };
}

/** The keyboard of an Xvfb. */
export async function openPhysicalKeyboard(display: string) {
  const { client, xinput, device, put, give, ...keyboard } = await openPhysicalDevice(display, 'Xvfb keyboard');
  const isEnabled = await replyOf<number>((reply) => client.InternAtom(false, 'Device Enabled', reply));
  const enable = (on: boolean) => {
    const request = Buffer.alloc(24);
    request.set([xinput.majorOpcode, CHANGE_PROPERTY]);
    request.writeUInt16LE(device, 4);
    request.set([REPLACE, 8], 6);
    request.writeUInt32LE(isEnabled, 8);
    request.writeUInt32LE(INTEGER, 12);
    request.writeUInt32LE(1, 16);
    request.writeUInt8(Number(on), 20);
    return put(request);
  };
  const press = (keycode: number, down: boolean) => give(down ? 'keyPress' : 'keyRelease', keycode);
  return {
    /** The server has taken it when this resolves. */
    press,
    async type(...keycodes: number[]): Promise<void> {
      for (const keycode of keycodes) for (const down of [true, false]) await press(keycode, down);
    },
    /** The server treats one that is turned on as one that is plugged in. */
    enable,
    /** The keys that are pressed for programs. */
    async pressed(): Promise<number[]> {
      const keymap = await replyOf<Buffer>((reply) => client.QueryKeymap(reply));
      return Array.from({ length: keymap.length * 8 }, (_, keycode) => keycode).filter(
        (keycode) => ((keymap[Math.floor(keycode / 8)] ?? 0) & (1 << (keycode % 8))) !== 0,
      );
    },
    [Symbol.dispose]: keyboard[Symbol.dispose],
  };
}
