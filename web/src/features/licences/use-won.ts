import { useCallback } from 'react';
import { useLanguage } from '../../lib/language.ts';

/** An amount with its thousands apart, and the currency of the specification (spec 3 §2). */
export function useWon(): (amount: number) => string {
  const language = useLanguage();
  return useCallback((amount) => `${amount.toLocaleString(language)} WON`, [language]);
}
