import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';
import { groupPlacementReasons } from '@vigil/shared/domain/import-rows';

type GroupReason = (typeof groupPlacementReasons)[number];
const isGroupReason = (text: string): text is GroupReason =>
  (groupPlacementReasons as readonly string[]).includes(text);

/** The text of the reason for which a row is not imported. */
export function useImportReasonText(): (reason: string) => string {
  const { t } = useTranslation('imports');
  const codeText = useProblemCodeText();
  return useCallback((reason) => (isGroupReason(reason) ? t(`reason.${reason}`) : codeText(reason)), [t, codeText]);
}
