import type { RandrExtension, XClient } from 'x11';
import type { Monitor, Rectangle } from './desktop.ts';
import { onXEvent, replyOf, sendXRequest } from './x11-events.ts';

const SCREEN_CHANGE = 1;
/** RRGetMonitors, of version 1.5, which the library does not have. */
const GET_MONITORS = 42;
const ACTIVE_ONLY = 1;
/** Of a reply behind its first eight bytes. */
const HEAD_BYTES = 24;
const MONITOR_BYTES = 24;
const OUTPUT_BYTES = 4;

interface Source {
  readonly randr: RandrExtension;
  readonly root: number;
}

/** Tells the monitors, soon and with every change of them. */
export function watchX11Monitors(
  client: XClient,
  { randr, root }: Source,
  listener: (monitors: readonly Monitor[]) => void,
): Disposable {
  // The next change is told again.
  const read = () => void readX11Monitors(client, { randr, root }).then(listener, () => undefined);
  randr.SelectInput(root, SCREEN_CHANGE);
  read();
  return onXEvent(client, 'RRScreenChangeNotify', read);
}

/**
 * Where the person at the device looks first: the primary monitor, any other one, or the screen where no monitors are
 * known.
 */
export async function readX11MainMonitor(client: XClient, root: number): Promise<Rectangle> {
  const { width, height } = await replyOf<{ width: number; height: number }>((reply) =>
    client.GetGeometry(root, reply),
  );
  const screen = { x: 0, y: 0, w: width, h: height };
  try {
    const randr = (await replyOf<unknown>((reply) => client.require('randr', reply))) as RandrExtension;
    const monitors = await readX11Monitors(client, { randr, root });
    return monitors.find(({ isPrimary }) => isPrimary) ?? monitors[0] ?? screen;
  } catch {
    return screen;
  }
}

async function readX11Monitors(client: XClient, { randr, root }: Source): Promise<Monitor[]> {
  const request = Buffer.alloc(12);
  request.set([randr.majorOpcode, GET_MONITORS, request.length / 4, 0]);
  request.writeUInt32LE(root, 4);
  request.writeUInt8(ACTIVE_ONLY, 8);
  const reply = await sendXRequest(client, request);
  const count = reply.readUInt32LE(4);
  const monitors: Monitor[] = [];
  for (let at = HEAD_BYTES; monitors.length < count;) {
    const atom = reply.readUInt32LE(at);
    monitors.push({
      name: await replyOf<string>((done) => client.GetAtomName(atom, done)),
      isPrimary: reply.readUInt8(at + 4) !== 0,
      x: reply.readInt16LE(at + 8),
      y: reply.readInt16LE(at + 10),
      w: reply.readUInt16LE(at + 12),
      h: reply.readUInt16LE(at + 14),
    });
    at += MONITOR_BYTES + reply.readUInt16LE(at + 6) * OUTPUT_BYTES;
  }
  return monitors;
}
