import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FunctionEffects } from '@vigil/shared/contract/http/company-function';
import { useCallback } from 'react';
import { previewCompanyFunction, readCompanyFunction } from '../../endpoints.ts';
import { companyFunctionKey } from '../../entities/policy/company-function.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useServices } from '../../lib/services.ts';
import { problemOf, type Draft } from './draft.ts';

const TYPING_MS = 300;
/** Sessions and devices come and go while the page is open. */
const RECOUNT_MS = 30_000;

export function useCompanyFunction() {
  const { api } = useServices();
  return useQuery({
    queryKey: [...companyFunctionKey, 'settings'],
    queryFn: async () => (await api.call(readCompanyFunction)).objects[0] ?? null,
  });
}

/** What a draft would do; undefined before the first answer. A draft with a problem keeps the counts of before. */
export function useEffects(draft: Draft): FunctionEffects | undefined {
  const { api } = useServices();
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  const { data } = useQuery({
    queryKey: [...companyFunctionKey, 'effects', settled],
    queryFn: async () => (await api.call(previewCompanyFunction, { body: settled })).objects,
    enabled: problemOf(settled) === null,
    placeholderData: (before) => before,
    refetchInterval: RECOUNT_MS,
  });
  return data;
}

/** Reads the settings again, after a save or where another one came first. */
export function useReadAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => readAgain(queries, companyFunctionKey), [queries]);
}
