import { useSetAtom } from 'jotai';
import type { ApiToken } from '@vigil/shared/contract/http/api-tokens';
import { useTranslation } from 'react-i18next';
import { listApiTokens, revokeApiToken } from '../../endpoints.ts';
import { confirmDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { resource } from '../../entities/resource.ts';
import { notifyDone } from '../../ui/notify.ts';

export const apiTokens = resource({ key: 'api-tokens', list: listApiTokens });

export const searchKeys = ['name', 'owner_name', 'owner_id'] as const;

/** What the list shows: a page, and for administrators a search in one column. */
export interface TokenView {
  readonly page: { index: number; size: number };
  readonly search: { key: (typeof searchKeys)[number]; value: string };
}

export function useApiTokens({ page, search }: TokenView) {
  const found = search.value.trim() === '' ? {} : { search_key: search.key, search_value: search.value.trim() };
  const query = { limit: page.size, offset: page.index * page.size, ...found };
  // Uses are not announced.
  return apiTokens.usePage(query, { staleTime: 0 });
}

/** Asks, and revokes a token. */
export function useRevocation(): (token: ApiToken) => void {
  const { t } = useTranslation('tokens');
  const change = apiTokens.useChange();
  const openDialog = useSetAtom(openDialogAtom);
  return ({ pk, name }) =>
    openDialog(
      confirmDialog({
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
