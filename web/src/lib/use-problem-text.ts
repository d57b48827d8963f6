import { isProblemCode } from '@vigil/shared/contract/problems';
import { problemTexts } from '@vigil/shared/contract/problem-texts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiProblem } from './api-problem.ts';
import { useLanguage } from './language.ts';

/** What a person is told about a failure: the server's words, or ours when no answer came. */
export function useProblemText(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error) => {
      if (!isApiProblem(error)) return t('problem.unknown');
      if (error.code === 'network') return t('problem.network');
      if (error.code === 'timeout') return t('problem.timeout');
      if (error.code === 'too_many_requests' && error.retryAfter !== undefined)
        return t('problem.wait', { count: error.retryAfter });
      return error.message === '' ? t('problem.unknown') : error.message;
    },
    [t],
  );
}

/** The text of a problem code; an agent's own words stay as they are. */
export function useCodeText(): (codeOrText: string) => string {
  const language = useLanguage();
  return useCallback((text) => (isProblemCode(text) ? problemTexts[text][language] : text), [language]);
}
