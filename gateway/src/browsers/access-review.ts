import type { CompanyPk } from '@vigil/shared/contract/ids';
import { companyRoom, deviceRoom } from '../fan-out/audiences.ts';
import type { BrowserCaptures } from '../pictures/browser-captures.ts';
import type { FrameViewers } from '../pictures/frame-viewers.ts';
import type { BrowserNamespace, BrowserSocket } from '../sockets/sockets.ts';
import type { Access } from '../fan-out/access.ts';

interface Watching {
  readonly console: BrowserNamespace;
  readonly access: Access;
  readonly viewers: FrameViewers;
  readonly captures: BrowserCaptures;
}

/** Changes within this time are reviewed together; deliveries are checked one by one and do not depend on it. */
const COALESCE_MS = 50;

export interface AccessReview extends Disposable {
  /** The devices that users of a company may see have changed. */
  changed(company: CompanyPk): void;
}

/**
 * Ends the subscriptions to devices that browsers may not see any more, so that no agent captures frames for them. What
 * is delivered until then is decided by `Access`.
 */
export function createAccessReview({ console, access, viewers, captures }: Watching): AccessReview {
  const companies = new Set<CompanyPk>();
  let timer: NodeJS.Timeout | undefined;

  const reviewSocket = (socket: BrowserSocket) => {
    for (const device of socket.data.watched) {
      if (access.canSee(socket, device)) continue;
      socket.data.watched.delete(device);
      socket.data.watchedProcesses.delete(device);
      void socket.leave(deviceRoom(device));
    }
    for (const device of viewers.devicesOf(socket)) {
      if (access.canSeePictures(socket, device)) continue;
      viewers.drop(socket, device);
      captures.drop(socket.data.session.company, socket.id, device);
    }
  };

  const review = () => {
    timer = undefined;
    for (const company of companies) {
      for (const id of console.adapter.rooms.get(companyRoom(company)) ?? []) {
        const socket = console.sockets.get(id);
        if (socket) reviewSocket(socket);
      }
    }
    companies.clear();
  };

  return {
    changed(company) {
      companies.add(company);
      timer ??= setTimeout(review, COALESCE_MS);
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
