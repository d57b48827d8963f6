import type { XClient, XInputDevice, XInputExtension } from 'x11';
import { openX11Display, type X11Place } from '../screen/x11-screen.ts';
import { onXConnectionLost, onXEvent, replyOf, sendXRequest } from './x11-events.ts';
import { isInjecting, releaseX11Pressed, type X11Pressing } from './x11-pressed.ts';

/** Requests of XInput2 that the library does not have. */
const GRAB_DEVICE = 51;
const GRAB_BYTES = 24;
const MODE_ASYNCHRONOUS = 1;
const SUCCESS = 0;
/**
 * The least use of devices that are no pointers and keyboards of programs, but move and type for these, or for one
 * program that holds them.
 */
const FIRST_DEVICE_USE = 3;

interface LockOptions extends X11Pressing {
  /** The person at the device has one of its devices again, or a further one. */
  readonly onLost: () => void;
}

/**
 * Takes the keyboards, mice and touchscreens of an X server, also those that are plugged in later: while a client grabs
 * such a device the server detaches it from the pointer or keyboard that programs see. The connection is the lock's
 * own, so that its end, however it comes, gives the devices back.
 * @throws Error where another program holds one of them, or the server has no XInput2
 */
export async function lockX11Input(place: X11Place, options: LockOptions): Promise<Disposable> {
  const { client } = await openX11Display(place);
  client.on('error', () => undefined);
  let isOver = false;
  const end = () => {
    isOver = true;
    client.terminate();
  };
  const lose = () => {
    if (isOver) return;
    end();
    options.onLost();
  };
  try {
    const { root } = options;
    const xinput = (await replyOf<unknown>((reply) => client.require('xinput', reply))) as XInputExtension;
    xinput.XISelectEvents(root, { deviceId: xinput.AllDevices, mask: ['HierarchyChanged'] });
    const take = async () => {
      const held = await grabPhysical(client, xinput, root);
      if (held.length > 0) throw new Error(`another program holds ${held.join(', ')}`);
      // What the person was pressing would stay pressed for programs; what viewers press is released with it.
      await releaseX11Pressed(client, options);
    };
    await take();
    onXConnectionLost(client, lose);
    onXEvent(client, 'XIHierarchyChanged', () => void take().catch(lose));
    return { [Symbol.dispose]: end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Those that the client holds already it holds then as well. @returns the names of devices that it could not take */
async function grabPhysical(client: XClient, xinput: XInputExtension, root: number): Promise<string[]> {
  const free: XInputDevice[] = [];
  for (const device of await physicalDevices(xinput)) {
    const request = grabRequest(xinput.majorOpcode, root, device.deviceId);
    const [status] = await sendXRequest(client, request).catch(() => [null]);
    if (status !== SUCCESS) free.push(device);
  }
  if (free.length === 0) return [];
  // One that was unplugged meanwhile needs no lock.
  const present = new Set((await physicalDevices(xinput)).map(({ deviceId }) => deviceId));
  return free.filter(({ deviceId }) => present.has(deviceId)).map(({ name }) => name);
}

async function physicalDevices(xinput: XInputExtension): Promise<XInputDevice[]> {
  const devices = await replyOf<XInputDevice[]>((reply) => xinput.XIQueryDevice(xinput.AllDevices, reply));
  return devices.filter((device) => device.use >= FIRST_DEVICE_USE && device.enabled !== 0 && !isInjecting(device));
}

/** Without events that the client would receive: input of the device goes nowhere. */
function grabRequest(opcode: number, root: number, device: number): Buffer {
  const request = Buffer.alloc(GRAB_BYTES);
  request.writeUInt8(opcode, 0);
  request.writeUInt8(GRAB_DEVICE, 1);
  request.writeUInt16LE(GRAB_BYTES / 4, 2);
  request.writeUInt32LE(root, 4);
  request.writeUInt16LE(device, 16);
  request.writeUInt8(MODE_ASYNCHRONOUS, 18);
  request.writeUInt8(MODE_ASYNCHRONOUS, 19);
  return request;
}
