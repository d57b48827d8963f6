import type { RandrExtension } from 'x11';
import type { Rectangle } from '../host/desktop/desktop.ts';
import { replyOf } from '../host/desktop/x11-events.ts';
import { connectDisplay } from './connect-display.ts';

/** RRSetMonitor, of version 1.5, which the library does not have. */
const SET_MONITOR = 43;

/** Makes a part of a screen a monitor, as `xrandr --setmonitor` does. The server forgets it with its last client. */
export async function setX11Monitor(display: string, name: string, { x, y, w, h }: Rectangle): Promise<void> {
  const { client, screen } = await connectDisplay(display);
  const randr = await replyOf<unknown>((done) => client.require('randr', done));
  const atom = await replyOf<number>((done) => client.InternAtom(false, name, done));
  const request = Buffer.alloc(32);
  request.set([(randr as RandrExtension).majorOpcode, SET_MONITOR, request.length / 4, 0]);
  request.writeUInt32LE(screen[0]?.root ?? 0, 4);
  request.writeUInt32LE(atom, 8);
  for (const [index, value] of [x, y, w, h].entries()) request.writeUInt16LE(value, 16 + 2 * index);
  client.seq_num += 1;
  client.pack_stream.put(request);
  client.pack_stream.submit();
  await client.sync();
  client.terminate();
}
