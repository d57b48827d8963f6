import type { ScreenPk } from '@vigil/shared/contract/ids';
import { createScreen } from '../../endpoints.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { screens, type PairingCode } from './use-screens.ts';

/** Another code for a screen, which voids the one before. */
export function useNewCode({
  onMade,
  onError = () => undefined,
}: {
  onMade: (code: PairingCode) => void;
  onError?: (error: unknown) => void;
}) {
  const change = screens.useChange();
  return useSubmit({
    mutationFn: async (pk: ScreenPk) => (await change(createScreen, { body: { pk } })).objects,
    onSuccess: onMade,
    onError,
  });
}
