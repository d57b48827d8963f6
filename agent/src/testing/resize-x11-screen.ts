import type { RandrExtension } from 'x11';
import { replyOf } from '../host/desktop/x11-events.ts';
import { connectDisplay } from './connect-display.ts';

type Reply<T> = (error: Error | null, reply: T) => void;

/** What tests alone ask of RandR. */
interface ResizingRandr extends RandrExtension {
  GetScreenResources(root: number, reply: Reply<Resources>): void;
  CreateMode(root: number, mode: object, reply: Reply<number>): void;
  AddOutputMode(output: number, mode: number): void;
  SetScreenSize(root: number, width: number, height: number, mmWidth: number, mmHeight: number): void;
  SetCrtcConfig(
    crtc: number,
    at: number,
    configuredAt: number,
    x: number,
    y: number,
    mode: number,
    rotation: number,
    outputs: readonly number[],
    reply: Reply<{ status: number }>,
  ): void;
}

interface Resources {
  readonly timestamp: number;
  readonly config_timestamp: number;
  readonly crtcs: readonly number[];
  readonly outputs: readonly number[];
}

const NO_MODE = 0;
const NOT_ROTATED = 1;
const MM_PER_PIXEL = 0.26;

/** Changes the size of a screen and of its only monitor, as `xrandr --mode` does with a mode that was added. */
export async function resizeX11Screen(display: string, width: number, height: number): Promise<void> {
  const { client, screen } = await connectDisplay(display);
  const root = screen[0]?.root ?? 0;
  const randr = (await replyOf<unknown>((done) => client.require('randr', done))) as ResizingRandr;
  const { crtcs, outputs } = await replyOf<Resources>((done) => randr.GetScreenResources(root, done));
  const [crtc = 0, output = 0] = [crtcs[0], outputs[0]];
  const show = async (mode: number) => {
    const { timestamp, config_timestamp } = await replyOf<Resources>((done) => randr.GetScreenResources(root, done));
    const shown = mode === NO_MODE ? [] : [output];
    const { status } = await replyOf<{ status: number }>((done) =>
      randr.SetCrtcConfig(crtc, timestamp, config_timestamp, 0, 0, mode, NOT_ROTATED, shown, done),
    );
    if (status !== 0) throw new Error(`the mode was not set: ${status}`);
  };
  const totals = { h_total: width, v_total: height, dot_clock: width * height * 60 };
  const mode = { width, height, ...totals, name: `${width}x${height}_test` };
  const added = await replyOf<number>((done) => randr.CreateMode(root, mode, done));
  randr.AddOutputMode(output, added);
  // A monitor may not be larger than the screen.
  await show(NO_MODE);
  randr.SetScreenSize(root, width, height, Math.round(width * MM_PER_PIXEL), Math.round(height * MM_PER_PIXEL));
  await show(added);
  await client.sync();
  client.terminate();
}
