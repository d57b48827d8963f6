import { Button, Text } from '@mantine/core';
import { IconAdjustmentsOff, IconRefresh } from '@tabler/icons-react';
import type { VersionedFunctionSettings } from '@vigil/shared/contract/http/function-settings';
import { updateOnlineAgents } from '@vigil/shared/contract/routes/company';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditOfSubjectLink } from '../../entities/audit/audit-link.tsx';
import { functionSettings } from '../../entities/policy/function-settings.ts';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { DisableWithReason } from '../../ui/disable-with-reason.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { functionSettingsDraftOf } from './draft.ts';
import { SettingsForm } from './settings-form.tsx';
import { UpdateOnlineAgentsDialog } from './update-all-agents-dialog.tsx';
import { useDraftEffects } from './use-draft-effects.ts';

/** `/management/settings/functions` (spec 2 §2): the policies of the company, and the update of its agents. */
export function FunctionSettingsPage() {
  const { t } = useTranslation('functions');
  const query = functionSettings.useList();
  const current = query.data?.[0];
  if (isApiProblem(query.error) && query.error.reason === 'policy')
    return (
      <Page title={t('title')}>
        <EmptyNote icon={<IconAdjustmentsOff stroke={1.4} />} title={t('not_offered')} />
      </Page>
    );
  return (
    <Page
      title={t('title')}
      tools={
        <>
          <AuditOfSubjectLink subject={{ kind: 'policy', pk: null }} />
          {current && <UpdateAgents settings={current} />}
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('text')}
      </Text>
      <QueryContent query={query} failed={t('failed')} loading={12} />
      {current && <SettingsForm current={current} />}
    </Page>
  );
}

function UpdateAgents({ settings }: { settings: VersionedFunctionSettings }) {
  const { t } = useTranslation('functions');
  const guest = useGuestSessionDenial()(updateOnlineAgents);
  const [isOpen, setIsOpen] = useState(false);
  const outdated = useDraftEffects(functionSettingsDraftOf(settings))?.outdated ?? 0;
  return (
    <>
      <DisableWithReason reason={guest}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          onClick={() => guest === null && setIsOpen(true)}
        >
          {t('update.open')}
        </Button>
      </DisableWithReason>
      {isOpen && <UpdateOnlineAgentsDialog count={outdated} onClose={() => setIsOpen(false)} />}
    </>
  );
}
