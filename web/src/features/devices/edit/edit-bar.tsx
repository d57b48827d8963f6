import { Button } from '@mantine/core';
import { useAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useDeviceMutations } from '../../../entities/device/use-device-mutations.ts';
import { runParallelCountingFailures } from '../../../lib/in-parallel.ts';
import { useProblemText } from '../../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../../lib/use-single-flight-mutation.ts';
import { useLiveData, useFleetVersion } from '../../../live/use-fleet.ts';
import { notifyDone, notifyFailed } from '../../../ui/toasts.ts';
import {
  draftFields,
  noDrafts,
  summarizeDrafts,
  dropDraftField,
  type DeviceEditRequest,
  type DeviceDrafts,
} from './drafts.ts';
import { draftsAtom } from './edit-state.ts';
import classes from './edit.module.css';

/** What was sent is no draft any more, unless it was typed on meanwhile. */
const withoutSaved = (drafts: DeviceDrafts, { pk, values }: DeviceEditRequest): DeviceDrafts =>
  draftFields.reduce(
    (left, field) => (left.get(pk)?.values[field] === values[field] ? dropDraftField(left, pk, field) : left),
    drafts,
  );

/** How many devices were changed, and what to do with it. */
export function EditBar() {
  const { t } = useTranslation('devices');
  const { store } = useLiveData();
  const { update } = useDeviceMutations();
  const problemText = useProblemText();
  const [drafts, setDrafts] = useAtom(draftsAtom);
  useFleetVersion();
  const { changed, changes, conflicts, faults } = summarizeDrafts(drafts, store.get);
  const save = useSingleFlightMutation({
    mutationFn: (sent: readonly DeviceEditRequest[]) =>
      runParallelCountingFailures(sent, async (change) => {
        await update(change.pk, change.values, change.before);
        setDrafts((now) => withoutSaved(now, change));
      }),
    onSuccess: ({ failed, total, firstError }) => {
      if (failed === 0) notifyDone(t('edit.saved', { count: total }));
      else notifyFailed(t('edit.partly', { failed, total, reason: problemText(firstError) }));
    },
  });
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('edit.bar')}>
      <span role="status">
        {changed === 0 ? t('edit.none') : t('edit.changed', { count: changed })}
        {conflicts > 0 && <b>{t('edit.conflicts', { count: conflicts })}</b>}
        {faults > 0 && <b>{t('edit.faults', { count: faults })}</b>}
      </span>
      <Button variant="default" disabled={changed === 0 || save.isPending} onClick={() => setDrafts(noDrafts)}>
        {t('edit.discard')}
      </Button>
      <Button disabled={changes.length === 0} loading={save.isPending} onClick={() => save.mutate(changes)}>
        {t('edit.save', { count: changes.length })}
      </Button>
    </div>
  );
}
