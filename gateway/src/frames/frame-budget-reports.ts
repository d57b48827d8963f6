import type { PayloadOf } from '@vigil/shared/contract/event';
import type { companyFrameTraffic } from '@vigil/shared/contract/events/browser-down/frames';
import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { BrowserSocket } from '../sockets/sockets.ts';
import type { BrowserFrameSender } from './frame-viewers.ts';

type Traffic = PayloadOf<typeof companyFrameTraffic>;

/** Administrators read tenths of a megabyte; smaller changes are not told. */
const STEP_BYTES = 100_000;

/** Tells administrators who watch frames how much of the budget is used, when that has changed. */
export function createFrameBudgetReports(
  viewers: Pick<BrowserFrameSender, 'sockets' | 'slowdownOf'>,
  limitOf: (company: CompanyPk) => number,
) {
  const told = new WeakMap<BrowserSocket, string>();
  return {
    tell(rates: ReadonlyMap<CompanyPk, number>): void {
      for (const socket of viewers.sockets()) {
        const { company, flags } = socket.data.session;
        if (!flags.isAdmin) continue;
        const traffic: Traffic = {
          bytes_per_second: Math.round((rates.get(company) ?? 0) / STEP_BYTES) * STEP_BYTES,
          limit: limitOf(company),
          slowdown: Math.round((viewers.slowdownOf(socket.id)?.normal ?? 1) * 10) / 10,
        };
        const text = JSON.stringify(traffic);
        if (told.get(socket) === text) continue;
        told.set(socket, text);
        socket.emit('frame_traffic', traffic);
      }
    },
    /** A browser that watches no frames forgets what it was told. */
    forget: (socket: BrowserSocket): void => void told.delete(socket),
  };
}
