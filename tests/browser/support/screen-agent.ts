import { svgToScreen } from '@vigil/agent/encode';
import type { CaptureDemand } from '@vigil/shared/contract/events/agent-down/capture';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { enrolTestAgent } from '../../support/enrolled-agent.ts';
import type { Company } from './companies.ts';

const SCREEN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 600"><rect width="960" height="600" fill="#264"/></svg>`;

/** A device whose screen never changes: its agent sends one frame, and after that says that it is the same. */
export interface ScreenAgent extends Disposable {
  readonly pk: DevicePk;
  readonly alias: string;
  /** How often it has said that its screen is unchanged. */
  readonly confirmations: number;
  /** Its socket stays while it does not answer. */
  isAnswering: boolean;
}

export async function connectScreenAgent({ client }: Company, alias: string): Promise<ScreenAgent> {
  const device = await enrolTestAgent(client, alias);
  const { socket } = await device.connect();
  let timer: ReturnType<typeof setInterval> | undefined;
  const agent = {
    pk: device.pk,
    alias,
    confirmations: 0,
    isAnswering: true,
    [Symbol.dispose]() {
      clearInterval(timer);
      socket.close();
    },
  };
  socket.on('capture', async ({ on, width, interval_ms }: CaptureDemand) => {
    clearInterval(timer);
    if (!on) return;
    const { bytes } = await (await svgToScreen(SCREEN, width)).encode({ width, quality: 60, format: 'jpg' });
    clearInterval(timer);
    socket.emit(
      'thumbnail',
      { at: Date.now(), width, height: Math.round(width / 1.6), ext: 'jpg' },
      Buffer.from(bytes),
    );
    timer = setInterval(() => {
      if (!agent.isAnswering) return;
      agent.confirmations += 1;
      socket.emit('thumbnail_same', { at: Date.now() });
    }, interval_ms);
  });
  return agent;
}
