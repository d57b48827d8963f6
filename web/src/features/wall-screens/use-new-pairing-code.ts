import type { WallScreenPk } from '@vigil/shared/contract/ids';
import { createWallScreen } from '@vigil/shared/contract/routes/wall';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { wallScreens, type PairingCode } from './use-wall-screens.ts';

/** Another code for a screen, which voids the one before. */
export function useReplacePairingCode({
  onMade,
  onError = () => undefined,
}: {
  onMade: (code: PairingCode) => void;
  onError?: (error: unknown) => void;
}) {
  const change = wallScreens.useChange();
  return useSingleFlightMutation({
    mutationFn: async (pk: WallScreenPk) => (await change(createWallScreen, { body: { pk } })).objects,
    onSuccess: onMade,
    onError,
  });
}
