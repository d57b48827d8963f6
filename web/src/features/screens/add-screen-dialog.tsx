import { MultiSelect, Stack, TextInput } from '@mantine/core';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { MAX_SCREEN_GROUPS, MAX_SCREEN_NAME } from '@vigil/shared/contract/names';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createScreen } from '../../endpoints.ts';
import { useGroupChoice } from '../../entities/group/use-group-choice.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { screens, type ScreenCode } from './use-screens.ts';

/** Asks for the name and the groups of a new screen. */
export function AddScreenDialog({ onMade, onClose }: { onMade: (code: ScreenCode) => void; onClose: () => void }) {
  const { t } = useTranslation('screens');
  const change = screens.useChange();
  const problemText = useProblemText();
  const [name, setName] = useState('');
  const groups = useGroupChoice();
  const create = useSubmit({
    mutationFn: async () => {
      const group_pks = groups.chosen.length === 0 ? null : (groups.chosen.map(Number) as GroupPk[]);
      return (await change(createScreen, { body: { name: name.trim(), group_pks } })).objects;
    },
    onSuccess: onMade,
  });
  const { error } = create;
  const isOfName = isApiProblem(error) && error.field === 'body.name';
  return (
    <FormDialog
      title={t('add')}
      size="md"
      submit={t('add')}
      error={isOfName ? null : error}
      isPending={create.isPending}
      isDisabled={name.trim() === ''}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          placeholder={t('name_example')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isOfName ? problemText(error) : null}
          maxLength={MAX_SCREEN_NAME}
          data-autofocus
        />
        <MultiSelect
          label={t('column.groups')}
          description={t('groups_text')}
          placeholder={groups.chosen.length === 0 ? t('all_groups') : ''}
          data={groups.options}
          value={groups.chosen}
          onChange={groups.choose}
          maxValues={MAX_SCREEN_GROUPS}
          limit={100}
          searchable
          clearable
        />
      </Stack>
    </FormDialog>
  );
}
