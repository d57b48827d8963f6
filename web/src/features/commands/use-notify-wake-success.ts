import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countBatchItemStates, type CommandBatch } from '../../live/command-batch-store.ts';
import { notifyDone } from '../../ui/toasts.ts';

/** Tells how many devices a wake has brought online (spec 2 §8): that takes minutes, and its dialog is closed by then. */
export function useNotifyWakeSuccess(batches: readonly CommandBatch[]): void {
  const { t } = useTranslation('commands');
  // Those of an earlier visit that are over were told then.
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const wakes = batches
      .filter(({ type }) => type === 'wol')
      .map((batch) => ({ id: batch.id, count: countBatchItemStates(batch) }));
    for (const { id, count } of wakes) {
      if (running.current.has(id) && count.open === 0 && count.done > 0)
        notifyDone(t('wol_success', { count: count.done }));
    }
    running.current = new Set(wakes.filter(({ count }) => count.open > 0).map(({ id }) => id));
  }, [batches, t]);
}
