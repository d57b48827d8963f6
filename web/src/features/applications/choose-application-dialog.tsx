import { Anchor, Select, Stack, Text } from '@mantine/core';
import type { Application } from '@vigil/shared/contract/http/applications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { installApplicationDialog } from '../../entities/device/dialogs.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { QueryContent } from '../../ui/read-state.tsx';
import { InstallDialog } from './install-dialog.tsx';
import { useApplications } from './use-applications.ts';

/** From the menu of devices: what is to be installed on them, and then when. */
export function ChooseApplicationDialog({ request: { pks }, onClose }: DialogProps<typeof installApplicationDialog>) {
  const { t } = useTranslation('application');
  const language = useLanguage();
  const query = useApplications();
  const [chosen, setChosen] = useState<string | null>(null);
  const [application, setApplication] = useState<Application | null>(null);
  if (application) return <InstallDialog application={application} action="install" devices={pks} onClose={onClose} />;
  const offered = query.data?.objects.filter(({ state, flag_install }) => state === 'ready' && flag_install === 1);
  return (
    <Dialog title={t('install.choose', { count: pks.length })} size="md" onClose={onClose}>
      <Stack gap="sm">
        <QueryContent query={query} failed={t('failed')} loading={2} />
        {offered?.length === 0 && (
          <Text size="sm">
            {t('install.none')}{' '}
            <Anchor component={Link} to={`/${language}/application/all`} onClick={onClose}>
              {t('title')}
            </Anchor>
          </Text>
        )}
        {offered && offered.length > 0 && (
          <Select
            label={t('install.application')}
            data={offered.map(({ pk, app_name, app_version }) => ({
              value: String(pk),
              label: `${app_name} ${app_version}`,
            }))}
            value={chosen}
            onChange={setChosen}
            searchable
          />
        )}
      </Stack>
      <DialogFooter
        submit={t('install.next')}
        isPending={false}
        isDisabled={chosen === null}
        onSubmit={() => setApplication(offered?.find(({ pk }) => String(pk) === chosen) ?? null)}
        onClose={onClose}
      />
    </Dialog>
  );
}
