import { problems, isProblemCode } from '@vigil/shared/contract/problems';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiProblem } from './api-problem.ts';
import { useLanguage } from './language.ts';

/** The text for an error: the server's message, or the client's own when there was no answer. */
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

/** The text of a problem code; other text, such as an agent's message, is returned as it is. */
export function useProblemCodeText(): (codeOrText: string) => string {
  const language = useLanguage();
  return useCallback((text) => (isProblemCode(text) ? problems[text][language] : text), [language]);
}
