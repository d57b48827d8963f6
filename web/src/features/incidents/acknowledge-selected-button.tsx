import { Button } from '@mantine/core';
import type { Incident } from '@vigil/shared/contract/http/incidents';
import { MAX_INCIDENT_NOTE } from '@vigil/shared/contract/limits';
import { updateIncident } from '@vigil/shared/contract/routes/alerts';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { incidents } from '../../entities/incident/incidents.ts';
import { useIncidentText } from '../../entities/incident/use-incident-text.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { runParallelCountingFailures } from '../../lib/in-parallel.ts';
import { useServices } from '../../lib/services.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone, notifyFailed } from '../../ui/toasts.ts';

const AT_MOST = 4;

/** Acknowledges the selected incidents with one note: one that is over meanwhile does not stop the others. */
export function AcknowledgeSelectedButton({ selected, onDone }: { selected: readonly Incident[]; onDone: () => void }) {
  const { t } = useTranslation('incidents');
  const { api } = useServices();
  const reread = incidents.useReread();
  const openDialog = useSetAtom(openDialogAtom);
  const problemText = useProblemText();
  const textOf = useIncidentText();
  const acknowledge = async (note: string) => {
    const { total, failed, firstError } = await runParallelCountingFailures(
      selected,
      async ({ pk }) => {
        const body = { state: 'acknowledged', ...(note === '' ? {} : { note }) } as const;
        await api.call(updateIncident, { params: { pk: String(pk) }, body });
      },
      AT_MOST,
    );
    await reread();
    if (failed < total) notifyDone(t('acknowledged_count', { count: total - failed }));
    if (failed > 0) notifyFailed(problemText(firstError), t('not_acknowledged_count', { count: failed }));
    onDone();
  };
  if (selected.length === 0) return null;
  return (
    <Button
      size="xs"
      onClick={() =>
        openDialog(
          confirmationDialog({
            title: t('acknowledge'),
            text: t('acknowledge_text'),
            items: selected.map(textOf),
            submit: t('acknowledge'),
            input: { label: t('note'), limit: MAX_INCIDENT_NOTE, nullable: true },
            onConfirm: acknowledge,
          }),
        )
      }
    >
      {t('acknowledge_count', { count: selected.length })}
    </Button>
  );
}
