import { Button, Group, Select, Text } from '@mantine/core';
import type { AppConfigPk } from '@vigil/shared/contract/ids';
import { listAppConfigs } from '../../endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useServices } from '../../lib/services.ts';
import { useDeviceChanges } from '../../entities/device/use-device-changes.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Dialog } from '../../ui/dialog.tsx';

const NO_CONFIG = 'none';

/** Gives one or many devices an agent configuration. */
export function ConfigDialog({ request: { pks }, onClose }: DialogProps<'config'>) {
  const { t } = useTranslation(['devices', 'common']);
  const { api } = useServices();
  const { store } = useFleet();
  const { applyConfig } = useDeviceChanges();
  const problemText = useProblemText();
  const configs = useQuery({
    queryKey: ['app-configs'],
    queryFn: async () => (await api.call(listAppConfigs)).objects,
  });
  const only = pks.length === 1 && pks[0] !== undefined ? store.get(pks[0]) : undefined;
  const [chosen, setChosen] = useState(String(only?.app_config_fk ?? NO_CONFIG));

  const apply = useMutation({
    mutationFn: () => applyConfig(pks, chosen === NO_CONFIG ? null : (Number(chosen) as AppConfigPk)),
    onSuccess: ({ total, failed, firstError }) => {
      if (failed === 0) notifyDone(t('config_done'));
      else notifyFailed(t('config_partly', { failed, total, reason: problemText(firstError) }));
      onClose();
    },
  });

  return (
    <Dialog onClose={onClose} title={t('config_title', { count: pks.length })} size="sm">
      <Select
        label={t('config_field')}
        data={[
          { value: NO_CONFIG, label: t('config_none') },
          ...(configs.data ?? []).map(({ pk, config_name }) => ({ value: String(pk), label: config_name })),
        ]}
        value={chosen}
        onChange={(value) => setChosen(value ?? NO_CONFIG)}
        allowDeselect={false}
        error={configs.error ? problemText(configs.error) : null}
        data-autofocus
      />
      {configs.data?.length === 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('config_empty')}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={apply.isPending} onClick={() => apply.mutate()}>
          {t('config_apply')}
        </Button>
      </Group>
    </Dialog>
  );
}
