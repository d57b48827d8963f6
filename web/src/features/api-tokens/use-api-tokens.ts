import type { ApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listApiTokens, revokeApiToken } from '@vigil/shared/contract/routes/people';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { defineResource } from '../../entities/resource.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { createListUrlCodec, pagedListQuery, type ListUrlState } from '../../lib/list-view.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone } from '../../ui/toasts.ts';

export const apiTokens = defineResource({ key: 'api-tokens', list: listApiTokens });

export const tokenSearchKeys = ['name', 'owner_name', 'owner_id'] as const;

/** The newest first; nobody sorts it. */
export const tokenListUrl = createListUrlCodec({
  sort: { keys: ['created_at'], by: 'created_at', order: 'desc' },
  searchKeys: tokenSearchKeys,
});

export function useApiTokens(view: ListUrlState<'created_at', (typeof tokenSearchKeys)[number]>) {
  // Uses are not announced.
  return apiTokens.usePage(pagedListQuery(view), { staleTime: 0 });
}

/** Asks, and revokes a token. */
export function useConfirmRevokeToken(): (token: ApiToken) => void {
  const { t } = useTranslation('tokens');
  const change = apiTokens.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, name }) =>
    openDialog(
      confirmationDialog({
        danger: true,
        title: t('revoke_title', { name }),
        text: t('revoke_text'),
        submit: t('revoke'),
        onConfirm: async () => {
          await change(revokeApiToken, { params: { pk: String(pk) } });
          notifyDone(t('revoked', { name }));
        },
      }),
    );
}
