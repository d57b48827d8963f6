import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceOfConfig, configOfChoice, useConfigChoices } from '../../entities/config/config-choices.ts';
import { devices } from '../../entities/device/devices.ts';
import type { editDeviceDialog } from '../../entities/device/dialogs.ts';
import { locationOfText, locationText } from '../../entities/device/location-text.ts';
import { useDeviceMutations, type EditableFields } from '../../entities/device/use-device-mutations.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useProblemCodeText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import type { FleetDevice } from '../../live/fleet-device.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { FormDialog, LengthNote } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { AdministratorFields, type AdministratorValues } from './administrator-fields.tsx';
import { lengthLimits } from './edit/drafts.ts';

/**
 * Name, configuration and, for administrators, what else they decide of one device (spec 2 §2, §5; decisions 114, 126,
 * 129).
 */
export function EditDialog({ request: { pk }, onClose }: DialogProps<typeof editDeviceDialog>) {
  const { t } = useTranslation(['devices', 'detail']);
  const { store } = useLiveData();
  // As it was when the dialog opened: a change by another user is no conflict unless it is of a field that is changed
  // here.
  const [device] = useState(() => store.get(pk));
  if (device) return <EditForm device={device} onClose={onClose} />;
  return (
    <Dialog title={t('edit_title')} size="sm" onClose={onClose}>
      <EmptyNote title={t('detail:gone')} text={t('detail:gone_text')} />
    </Dialog>
  );
}

type Fields = Required<Pick<EditableFields, 'alias' | 'app_config_fk'>> & AdministratorValues;

/** What is sent of a field; a location is two. */
const sentOf = (name: keyof Fields, fields: Fields): EditableFields =>
  name === 'location'
    ? (locationOfText(fields.location) ?? { latitude: null, longitude: null })
    : { [name]: fields[name] };

/** What differs, and what it is expected to be until then. */
function changeOf(before: Fields, after: Fields) {
  const names = (Object.keys(after) as (keyof Fields)[]).filter((name) => after[name] !== before[name]);
  const pick = (fields: Fields): EditableFields => Object.assign({}, ...names.map((name) => sentOf(name, fields)));
  return { names, values: pick(after), before: pick(before) };
}

const changesBetween = (before: Fields, after: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name as keyof Fields]));

function EditForm({ device, onClose }: { device: FleetDevice; onClose: () => void }) {
  const { viewer } = useViewer();
  const { t } = useTranslation(['devices', 'detail', 'common']);
  const codeText = useProblemCodeText();
  const { update } = useDeviceMutations();
  const { choices, failure, retry } = useConfigChoices();
  const { alias, app_config_fk, forbidsFiles } = device;
  // Lists do not have the pledge.
  const { data: detail } = devices.useOne(device.pk);
  const location = locationText(device);
  // As it was when the dialog opened: what others change meanwhile is neither taken back nor overwritten unseen.
  const [opened] = useState({ alias, app_config_fk, forbidsFiles, location });
  const before: Fields = { ...opened, requiresPledge: detail ? detail.security_agreement === 1 : undefined };
  const [changed, setChanged] = useState<Partial<Fields>>({});
  const typed: Fields = { ...before, ...changed };
  const setTyped = (fields: Fields) => setChanged(changesBetween(before, fields));
  const [isTried, setIsTried] = useState(false);
  const change = changeOf(before, { ...typed, alias: typed.alias.trim() });
  const isPlace = locationOfText(typed.location) !== undefined;
  const length = typed.alias.trim().length;
  const isTooLong = length > lengthLimits.alias;

  const doneText = () => {
    if (change.names.length > 1) return t('edit.saved', { count: 1 });
    if (change.values.app_config_fk !== undefined) return t('updated_config_applied', { count: 1 });
    if (change.values.alias !== undefined) return t('renamed');
    if (change.values.latitude !== undefined) return t('place.saved');
    if (change.values.requiresPledge !== undefined) return t(typed.requiresPledge ? 'pledge.on' : 'pledge.off');
    return t(typed.forbidsFiles ? 'detail:files_forbidden' : 'detail:files_allowed');
  };
  const submit = useSingleFlightMutation({
    mutationFn: () => update(device.pk, change.values, change.before),
    onSuccess: () => {
      notifyDone(doneText());
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('edit_title')}
      size="sm"
      submit={t('common:save')}
      note={<LengthNote length={length} limit={lengthLimits.alias} />}
      error={submit.error}
      isPending={submit.isPending}
      isDisabled={change.names.length === 0 || isTooLong || !isPlace}
      onSubmit={() => {
        setIsTried(true);
        if (length > 0 && change.names.length > 0 && !isTooLong && isPlace) submit.mutate();
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('alias_field')}
          value={typed.alias}
          onChange={({ currentTarget }) => setTyped({ ...typed, alias: currentTarget.value })}
          error={isTried && length === 0 && codeText('no_input_data')}
          data-autofocus
        />
        <Select
          label={t('config_field')}
          // The list of configurations may not be there, the name of the present one is.
          data={
            choices.length > 0
              ? [...choices]
              : [{ value: choiceOfConfig(app_config_fk), label: device.app_config_name ?? t('config_none') }]
          }
          value={choiceOfConfig(typed.app_config_fk)}
          onChange={(value) => setTyped({ ...typed, app_config_fk: configOfChoice(value) })}
          allowDeselect={false}
          error={failure}
        />
        {failure !== null && (
          <Button variant="default" size="xs" onClick={retry}>
            {t('common:retry')}
          </Button>
        )}
        {viewer.flags.isAdmin && (
          <AdministratorFields values={typed} onChange={(values) => setTyped({ ...typed, ...values })} />
        )}
      </Stack>
    </FormDialog>
  );
}
