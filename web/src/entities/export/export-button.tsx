import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import type { ExportRequest } from '@vigil/shared/contract/http/exports';
import { postExport } from '@vigil/shared/contract/routes/company';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { notifyFailed } from '../../ui/toasts.ts';
import { useGuestSessionDenial } from '../session/use-guest-session-denial.ts';
import { useStartExport } from './exports.ts';

interface ExportButtonProps {
  /** The list as it is shown. */
  request: Partial<ExportRequest> & Pick<ExportRequest, 'export_id'>;
  /** How many rows there are; without any there is nothing to save. */
  total: number;
  size?: 'xs' | 'sm';
}

/** Saves a list as a spreadsheet; the tray shows its progress. */
export function ExportButton({ request, total, size = 'sm' }: ExportButtonProps) {
  const { t } = useTranslation('exports');
  const denial = useGuestSessionDenial()(postExport);
  const problemText = useProblemText();
  const start = useStartExport();
  const ask = () => start.mutate(request, { onError: (error) => notifyFailed(problemText(error), t('not_started')) });
  return (
    <DisableWithReason reason={denial}>
      <Button
        size={size}
        variant="default"
        leftSection={<IconFileSpreadsheet size={15} stroke={1.7} />}
        loading={start.isPending}
        disabled={total === 0}
        onClick={ask}
      >
        {t('export')}
      </Button>
    </DisableWithReason>
  );
}
