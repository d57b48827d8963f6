import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { MAX_READ_REQUEST_DEVICES } from '@vigil/shared/contract/limits';
import { postExport } from '@vigil/shared/contract/routes/company';
import { useTranslation } from 'react-i18next';
import { useStartExport } from '../../entities/export/exports.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { exportRequestOf } from './export-request.ts';
import type { DeviceList } from './use-device-list.ts';

/** Saves the list as a spreadsheet: what is selected, or else all that the filter shows, in its order. */
export function DeviceExportButton({ list }: { list: DeviceList }) {
  const { t } = useTranslation('devices');
  const guestDenial = useGuestSessionDenial()(postExport);
  const problemText = useProblemText();
  const start = useStartExport();
  const { count, body } = exportRequestOf(list);
  const label = list.selection.size > 0 ? t('export_selected', { count }) : t('export');
  const denial =
    guestDenial ?? (body === null ? t('export_too_many', { count, most: MAX_READ_REQUEST_DEVICES }) : null);

  const ask = () => {
    if (body === null) return;
    start.mutate(body, { onError: (error) => notifyFailed(problemText(error), t('export_failed')) });
  };

  return (
    // Above it are the tiles.
    <DisableWithReason label={label} reason={denial} position="bottom-end">
      <Button
        data-slim="early"
        variant="default"
        aria-label={label}
        leftSection={<IconFileSpreadsheet size={15} stroke={1.7} />}
        loading={start.isPending}
        disabled={count === 0 && denial === null}
        onClick={ask}
      >
        {t('export_brief')}
      </Button>
    </DisableWithReason>
  );
}
