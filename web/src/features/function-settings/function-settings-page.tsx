import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { CompanyFunction } from '@vigil/shared/contract/http/company-function';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateCompanyAgents } from '../../endpoints.ts';
import { useGuestDenial } from '../../entities/session/use-guest-denial.ts';
import { DenialTooltip } from '../../ui/denial-tooltip.tsx';
import { FailedState, LoadingRows } from '../../ui/list-state.tsx';
import { Page } from '../../ui/page.tsx';
import { BatchUpdateDialog } from './batch-update-dialog.tsx';
import { draftOf } from './draft.ts';
import { SettingsForm } from './settings-form.tsx';
import { useCompanyFunction, useEffects } from './use-company-function.ts';

/** `/management/settings/functions` (spec 2 §2): the policies of the company, and the update of its agents. */
export function FunctionSettingsPage() {
  const { t } = useTranslation('functions');
  const query = useCompanyFunction();
  return (
    <Page title={t('title')} tools={query.data && <UpdateAgents settings={query.data} />}>
      <Text size="sm" c="dimmed" mb="md">
        {t('text')}
      </Text>
      {query.isPending && <LoadingRows rows={12} />}
      {query.isError && <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && <SettingsForm current={query.data} />}
    </Page>
  );
}

function UpdateAgents({ settings }: { settings: CompanyFunction }) {
  const { t } = useTranslation('functions');
  const guest = useGuestDenial()(updateCompanyAgents);
  const [isOpen, setIsOpen] = useState(false);
  const outdated = useEffects(draftOf(settings))?.outdated ?? 0;
  return (
    <>
      <DenialTooltip reason={guest}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          onClick={() => guest === null && setIsOpen(true)}
        >
          {t('update.open')}
        </Button>
      </DenialTooltip>
      {isOpen && <BatchUpdateDialog count={outdated} onClose={() => setIsOpen(false)} />}
    </>
  );
}
