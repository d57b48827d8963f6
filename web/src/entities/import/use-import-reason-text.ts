import { templateHeaders, type TemplateKind } from '@vigil/shared/contract/import-rules';
import type { SheetRow } from '@vigil/shared/domain/import-columns';
import { groupPlacementReasons, repetitionReasons } from '@vigil/shared/domain/import-rows';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/language.ts';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';

const placementReasons = [...groupPlacementReasons, ...repetitionReasons] as const;
type PlacementReason = (typeof placementReasons)[number];
const isPlacementReason = (text: string): text is PlacementReason =>
  (placementReasons as readonly string[]).includes(text);

interface RowWithReason {
  readonly reason: string;
  readonly more?: readonly string[];
  readonly unreadable: SheetRow['unreadable'];
}

/** The text of the reasons for which a row is not imported; a cell that is the reason is named by its title. */
export function useImportReasonText(kind: TemplateKind): (row: RowWithReason) => string {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const codeText = useProblemCodeText();
  return useCallback(
    ({ reason, more = [], unreadable }) => {
      const textOf = (one: string): string => {
        if (one === unreadable?.problem)
          return t(`reason.${unreadable.problem}`, {
            column: templateHeaders[kind][language][unreadable.column] ?? '',
          });
        return isPlacementReason(one) ? t(`reason.${one}`) : codeText(one);
      };
      return [reason, ...more].map(textOf).join(' ');
    },
    [t, codeText, kind, language],
  );
}
