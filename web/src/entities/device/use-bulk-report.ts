import type { ObjectsOf } from '@vigil/shared/contract/endpoint';
import type { runBulkDeviceAction } from '@vigil/shared/contract/http/device-bulk';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';
import { joinReasons } from './join-reasons.ts';

export type BulkActionAnswer = ObjectsOf<typeof runBulkDeviceAction>;

/** Tells what a change of many devices has done, and how many devices it left out for which reason. */
export function useBulkReport(): (outcome: BulkActionAnswer, doneText: (count: number) => string) => void {
  const { t } = useTranslation('devices');
  const codeText = useProblemCodeText();
  return useCallback(
    ({ done, refused }, doneText) => {
      if (done.length > 0) notifyDone(doneText(done.length));
      const reasons = Map.groupBy(refused, ({ code }) => code);
      const lines = [...reasons].map(([code, own]) => t('bulk_missing', { count: own.length, reason: codeText(code) }));
      if (lines.length > 0) notifyFailed(joinReasons(lines), t('bulk_left_out', { count: refused.length }));
    },
    [t, codeText],
  );
}
