import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';
import { templateHeaders, type TemplateKind } from '@vigil/shared/contract/import-rules';
import type { SheetRow } from '@vigil/shared/domain/import-columns';
import { groupPlacementReasons } from '@vigil/shared/domain/import-rows';
import { useLanguage } from '../../lib/language.ts';

type GroupReason = (typeof groupPlacementReasons)[number];
const isGroupReason = (text: string): text is GroupReason =>
  (groupPlacementReasons as readonly string[]).includes(text);

interface RowWithReason {
  readonly reason: string;
  readonly unreadable: SheetRow['unreadable'];
}

/** The text of the reason for which a row is not imported; a cell that is the reason is named by its title. */
export function useImportReasonText(kind: TemplateKind): (row: RowWithReason) => string {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const codeText = useProblemCodeText();
  return useCallback(
    ({ reason, unreadable }) => {
      if (reason === unreadable?.problem)
        return t(`reason.${unreadable.problem}`, { column: templateHeaders[kind][language][unreadable.column] ?? '' });
      return isGroupReason(reason) ? t(`reason.${reason}`) : codeText(reason);
    },
    [t, codeText, kind, language],
  );
}
