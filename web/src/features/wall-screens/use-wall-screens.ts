import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { createWallScreen, WallScreen } from '@vigil/shared/contract/http/wall-screens';
import { revokeWallScreen, listWallScreens } from '@vigil/shared/contract/routes/wall';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { defineResource } from '../../entities/resource.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';

export const wallScreens = defineResource({ key: 'screens', list: listWallScreens });

/** A code to type at a screen. */
export type PairingCode = ObjectsOf<typeof createWallScreen>;

/** What screens report is not announced. */
const REREAD_MS = 30_000;
/** While a code is shown, which may be typed at any moment. */
const REREAD_WITH_CODE_MS = 3_000;

export const useWallScreens = ({ isCodeShown }: { isCodeShown: boolean }) =>
  wallScreens.useList({ staleTime: 0, refetchInterval: isCodeShown ? REREAD_WITH_CODE_MS : REREAD_MS });

/** Asks, and revokes a screen. */
export function useRevokeWallScreen(): (screen: WallScreen) => void {
  const { t } = useTranslation('screens');
  const change = wallScreens.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, name }) =>
    openDialog(
      confirmationDialog({
        danger: true,
        title: t('revoke_title', { name }),
        text: t('revoke_text'),
        submit: t('revoke'),
        onConfirm: async () => {
          await change(revokeWallScreen, { params: { pk: String(pk) } });
          notifyDone(t('revoked', { name }));
        },
      }),
    );
}
