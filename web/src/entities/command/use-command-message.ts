import { EFFECT_PENDING_MESSAGE } from '@vigil/shared/domain/command-life';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';

/** The text for the message of a command: what it waits for, why it failed, or what its agent says. */
export function useCommandMessage(): (message: string) => string {
  const { t } = useTranslation('commands');
  const codeText = useProblemCodeText();
  return useCallback(
    (message) => (message === EFFECT_PENDING_MESSAGE ? t('waiting_for_effect') : codeText(message)),
    [t, codeText],
  );
}
