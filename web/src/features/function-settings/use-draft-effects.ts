import { useDebouncedValue } from '@mantine/hooks';
import type { FunctionSettingsEffects } from '@vigil/shared/contract/http/function-settings';
import { previewFunctionSettings } from '@vigil/shared/contract/routes/company';
import { functionSettings } from '../../entities/policy/function-settings.ts';
import { functionDraftProblemOf, type FunctionSettingsDraft } from './draft.ts';

const TYPING_MS = 300;
/** Sessions and devices come and go while the page is open. */
const RECOUNT_MS = 30_000;

/** What a draft would do; undefined before the first answer. A draft with a problem keeps the counts of before. */
export function useDraftEffects(draft: FunctionSettingsDraft): FunctionSettingsEffects | undefined {
  const [settled] = useDebouncedValue(draft, TYPING_MS);
  const { data } = functionSettings.useRead(
    ['effects', settled],
    async ({ call }) => (await call(previewFunctionSettings, { body: settled })).objects,
    {
      enabled: functionDraftProblemOf(settled) === null,
      placeholderData: (before) => before,
      refetchInterval: RECOUNT_MS,
    },
  );
  return data;
}
