import type { DevicePk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { deviceRoom } from '../fan-out/audiences.ts';
import { canSeeDevice, type BrowserContext } from './context.ts';

export const createOnWatchDevice =
  (context: BrowserContext) =>
  async ({ pk }: { pk: DevicePk }) => {
    const { core, socket } = context;
    const fleet = await core.fleets.of(socket.data.session.company);
    if (!canSeeDevice(context, fleet, pk)) throw new Problem('not_found');
    await socket.join(deviceRoom(pk));
    return { ok: true as const };
  };

export const createOnUnwatchDevice =
  ({ socket }: BrowserContext) =>
  async ({ pk }: { pk: DevicePk }) => {
    await socket.leave(deviceRoom(pk));
    return { ok: true as const };
  };
