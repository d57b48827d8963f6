import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { CompanyMessage } from '@vigil/shared/platform/bus/messages';
import type { GatewayContext } from '../core.ts';
import { companyRoom } from '../fan-out/browser-delivery.ts';

/** Changes within this time are reviewed together; deliveries are checked one by one and do not depend on it. */
const COALESCE_MS = 50;

/** The changes after which a user may see other devices than before. */
const affectsAccess = new Set<CompanyMessage['t']>([
  'device_removed',
  'devices_removed',
  'devices_moved',
  'group_changed',
]);

/**
 * Ends the subscriptions to devices that browsers may not see any more, so that no agent captures frames for them.
 * Until then, `BrowserAccessChecks` decides on each delivery.
 */
export function endForbiddenSubscriptions({ hooks, browserSide }: GatewayContext): Disposable {
  const companies = new Set<CompanyPk>();
  let timer: NodeJS.Timeout | undefined;

  const review = () => {
    timer = undefined;
    for (const company of companies) {
      for (const id of browserSide.adapter.rooms.get(companyRoom(company)) ?? []) {
        const socket = browserSide.sockets.get(id);
        if (socket) hooks.accessChanged(socket);
      }
    }
    companies.clear();
  };
  const changed = (company: CompanyPk) => {
    companies.add(company);
    timer ??= setTimeout(review, COALESCE_MS);
  };

  hooks.applied.add(({ company }, message) => {
    const affectsFrames = message.t === 'settings_changed' && message.frames !== undefined;
    if (affectsFrames || affectsAccess.has(message.t)) changed(company);
  });
  hooks.loaded.add(({ company }) => changed(company));
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
