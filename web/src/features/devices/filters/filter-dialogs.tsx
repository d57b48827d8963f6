import { Checkbox, TextInput } from '@mantine/core';
import { MAX_FILTER_NAME } from '@vigil/shared/contract/limits';
import { normalizeText, isVisibleText } from '@vigil/shared/contract/patterns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { renameFilterDialog, saveFilterDialog } from '../../../entities/device/dialogs.ts';
import type { DialogProps } from '../../../lib/dialog-stack.ts';
import { useProblemText } from '../../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextDialog } from '../../../ui/text-dialog.tsx';
import { notifyDone } from '../../../ui/toasts.ts';
import { useSavedFilterMutations } from './use-saved-filter-mutations.tsx';

/** Saves what the list shows under a name. */
export function SaveFilterDialog({ request: { filter, onSaved }, onClose }: DialogProps<typeof saveFilterDialog>) {
  const { t } = useTranslation(['filters', 'common']);
  const problemText = useProblemText();
  const { save } = useSavedFilterMutations();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isValid = isVisibleText(normalizeText(name), MAX_FILTER_NAME);
  const submit = useSingleFlightMutation({
    mutationFn: () => save(normalizeText(name), filter, isShared ? 1 : 0),
    onSuccess: (saved) => {
      if (saved) onSaved(saved);
      notifyDone(t('saved', { name: normalizeText(name) }));
      onClose();
    },
  });
  const refusal = submit.error ? problemText(submit.error) : null;

  return (
    <FormDialog
      title={t('save_title')}
      size="sm"
      submit={t('common:save')}
      isPending={submit.isPending}
      onSubmit={() => {
        setChecked(true);
        if (isValid) submit.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setChecked(false);
        }}
        error={isChecked && !isValid ? t('name_invalid', { limit: MAX_FILTER_NAME }) : refusal}
        data-autofocus
      />
      <Checkbox
        mt="md"
        size="sm"
        label={t('share')}
        description={t('share_hint')}
        checked={isShared}
        onChange={({ currentTarget: { checked } }) => setShared(checked)}
      />
    </FormDialog>
  );
}

export function RenameFilterDialog({ request: { saved }, onClose }: DialogProps<typeof renameFilterDialog>) {
  const { t } = useTranslation('filters');
  const { rename } = useSavedFilterMutations();
  return (
    <TextDialog
      title={t('rename_title')}
      label={t('name')}
      initial={saved.name}
      limit={MAX_FILTER_NAME}
      onSubmit={async (name) => {
        await rename(saved, name);
        notifyDone(t('renamed', { name }));
      }}
      onClose={onClose}
    />
  );
}
