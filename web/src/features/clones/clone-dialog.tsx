import { Select, Text } from '@mantine/core';
import type { DevicePk } from '@vigil/shared/contract/ids';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useDevicePanelPath } from '../../entities/device/device-address.ts';
import type { possibleCloneDialog } from '../../entities/device/dialogs.ts';
import { SeenHardwareList } from '../../entities/device/seen-hardware.tsx';
import { useCloneEvidence, useResolvePossibleClone } from '../../entities/device/use-possible-clone.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useDevice, useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { notifyDone } from '../../ui/toasts.ts';

/** Confirms what is done about a possible clone: says what will happen first. */
export function PossibleCloneDialog({ request: { action, pk }, onClose }: DialogProps<typeof possibleCloneDialog>) {
  if (action === 'merge') return <MergeDialog pk={pk} onClose={onClose} />;
  return <HardwareDialog action={action} pk={pk} onClose={onClose} />;
}

interface OfDevice {
  pk: DevicePk;
  onClose: () => void;
}

/** Split, or no clone at all. */
function HardwareDialog({ action, pk, onClose }: OfDevice & { action: 'split' | 'dismiss' }) {
  const { t } = useTranslation('clones');
  const name = useDevice(pk)?.alias ?? '';
  const { data } = useCloneEvidence(pk);
  const resolve = useResolvePossibleClone(pk, () => {
    notifyDone(t(`${action}.done`, { name }));
    onClose();
  });
  const others = data?.others.filter(({ split_at }) => split_at === null) ?? [];
  return (
    <Dialog title={t(`${action}.title`, { name })} size="lg" onClose={onClose}>
      <Text size="sm" mb="sm">
        {t(`${action}.text`, { name })}
      </Text>
      {data && others.length > 0 && <SeenHardwareList own={data.own} others={others} />}
      <Refusal error={resolve.error} />
      <DialogFooter
        submit={t(`${action}.submit`)}
        isPending={resolve.isPending}
        onSubmit={() => resolve.mutate({ action })}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** So many of thousands of devices are listed at once; typing finds the others. */
const MOST_OPTIONS = 50;

function MergeDialog({ pk, onClose }: OfDevice) {
  const { t } = useTranslation('clones');
  const navigate = useNavigate();
  const addressOf = useDevicePanelPath();
  const { store } = useLiveData();
  // It is gone from the list before the answer is here.
  const [name] = useState(() => store.get(pk)?.alias ?? '');
  const { data } = useCloneEvidence(pk);
  const [picked, setPicked] = useState<string | null>(null);
  const likely = data?.candidates;
  const chosen = picked ?? (likely?.[0] ? String(likely[0].pk) : null);
  const into = useDevice(chosen === null ? null : (Number(chosen) as DevicePk));
  const options = useMemo(() => {
    const first = new Set(likely?.map((row) => row.pk));
    const rest = [...store.all()].filter((device) => device.pk !== pk && !first.has(device.pk));
    const option = (row: { pk: DevicePk; alias: string; device_group_name?: string; mac_addr: string | null }) => ({
      value: String(row.pk),
      label: [row.alias, row.mac_addr].filter(Boolean).join(' · '),
    });
    return [
      ...(likely && likely.length > 0 ? [{ group: t('merge.likely'), items: likely.map(option) }] : []),
      { group: t('merge.others'), items: rest.map(option) },
    ];
  }, [likely, store, pk, t]);
  const resolve = useResolvePossibleClone(pk, () => {
    notifyDone(t('merge.done', { name, into: into?.alias ?? '' }));
    onClose();
    if (into) void navigate(addressOf(into.pk));
  });
  return (
    <Dialog title={t('merge.title', { name })} size="md" onClose={onClose}>
      <Select
        label={t('merge.field')}
        data={options}
        value={chosen}
        onChange={setPicked}
        limit={MOST_OPTIONS}
        nothingFoundMessage={t('merge.none')}
        searchable
      />
      {into && (
        <Text size="sm" mt="sm" role="status">
          {t('merge.text', { name, into: into.alias })}
        </Text>
      )}
      <Refusal error={resolve.error} />
      <DialogFooter
        submit={t('merge.submit')}
        isDangerous
        focusesCancel
        isPending={resolve.isPending}
        isDisabled={!into}
        onSubmit={() => into && resolve.mutate({ action: 'merge', into: into.pk })}
        onClose={onClose}
      />
    </Dialog>
  );
}

function Refusal({ error }: { error: unknown }) {
  const problemText = useProblemText();
  return error ? <FormMessage kind="refused">{problemText(error)}</FormMessage> : null;
}
