import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import type { ApiToken } from '@vigil/shared/contract/http/api-tokens';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { listApiTokens, revokeApiToken } from '../../endpoints.ts';
import { confirmDialog } from '../../ui/dialogs.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useServices } from '../../lib/services.ts';
import { notifyDone } from '../../ui/notify.ts';

const tokensKey = ['api-tokens'] as const;

export const searchKeys = ['name', 'owner_name', 'owner_id'] as const;

/** What the list shows: a page, and for administrators a search in one column. */
export interface TokenView {
  readonly page: { index: number; size: number };
  readonly search: { key: (typeof searchKeys)[number]; value: string };
}

export function useApiTokens({ page, search }: TokenView) {
  const { api } = useServices();
  const found = search.value.trim() === '' ? {} : { search_key: search.key, search_value: search.value.trim() };
  const query = { limit: page.size, offset: page.index * page.size, ...found };
  return useQuery({
    queryKey: [...tokensKey, query],
    queryFn: () => api.call(listApiTokens, { query }),
    placeholderData: keepPreviousData,
    // Uses are not announced.
    staleTime: 0,
  });
}

export function useTokensChanged(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => readAgain(queries, tokensKey), [queries]);
}

/** Asks, and revokes a token. */
export function useRevocation(): (token: ApiToken) => void {
  const { t } = useTranslation('tokens');
  const { api } = useServices();
  const openDialog = useSetAtom(openDialogAtom);
  const changed = useTokensChanged();
  return ({ pk, name }) =>
    openDialog(
      confirmDialog({
        danger: true,
        title: t('revoke_title', { name }),
        text: t('revoke_text'),
        submit: t('revoke'),
        onConfirm: async () => {
          await api.call(revokeApiToken, { params: { pk: String(pk) } });
          await changed();
          notifyDone(t('revoked', { name }));
        },
      }),
    );
}
