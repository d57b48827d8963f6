import type { AlertKind } from '@vigil/shared/domain/thresholds';
import { useTranslation } from 'react-i18next';
import { oneDecimalPercentText, rpmText, temperatureText } from '../../lib/format.ts';

/** The value with which an alert began, in the unit of its kind; empty where none was recorded. */
export function useAlertValueText(): (kind: AlertKind, value: number | null) => string {
  const { t } = useTranslation('bell');
  const texts: { readonly [K in AlertKind]: (value: number) => string } = {
    1: (value) => t('minutes', { count: Math.round(value) }),
    2: oneDecimalPercentText,
    3: oneDecimalPercentText,
    4: oneDecimalPercentText,
    5: temperatureText,
    6: temperatureText,
    7: rpmText,
  };
  return (kind, value) => (value === null ? '' : texts[kind](value));
}
