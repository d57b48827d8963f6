import { MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import type { WallScreen } from '@vigil/shared/contract/http/wall-screens';
import type { GroupPk, WallViewPk } from '@vigil/shared/contract/ids';
import { MAX_WALL_SCREEN_GROUPS, MAX_WALL_SCREEN_NAME } from '@vigil/shared/contract/limits';
import { createWallScreen, updateWallScreen } from '@vigil/shared/contract/routes/wall';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGroupChoice } from '../../entities/group/use-group-choice.ts';
import { wallViews } from '../../entities/wall-view/wall-views.ts';
import { isApiProblem } from '../../lib/api-problem.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/toasts.ts';
import { wallScreens, type PairingCode } from './use-wall-screens.ts';

interface WallScreenDialogProps {
  /** Null for a new one. */
  screen: WallScreen | null;
  /** With the code of a new screen. */
  onMade: (code: PairingCode) => void;
  onClose: () => void;
}

/** Asks for the name of a screen, and for what it shows. */
export function WallScreenDialog({ screen, onMade, onClose }: WallScreenDialogProps) {
  const { t } = useTranslation(['screens', 'common']);
  const change = wallScreens.useChange();
  const problemText = useProblemText();
  const [name, setName] = useState(screen?.name ?? '');
  const groups = useGroupChoice(screen?.groups?.map(({ pk }) => pk));
  // Groups that were not touched stay: a screen whose groups were all deleted must not show every device by a new name.
  const [isGroupsTouched, setIsGroupsTouched] = useState(screen === null);
  const [view, setView] = useState(screen?.view ? String(screen.view.pk) : null);
  const { data: views = [] } = wallViews.useList();
  const save = useSingleFlightMutation({
    mutationFn: async () => {
      const group_pks = groups.chosen.length === 0 ? null : (groups.chosen.map(Number) as GroupPk[]);
      const body = { name: name.trim(), view_pk: view === null ? null : (Number(view) as WallViewPk) };
      if (screen === null) return (await change(createWallScreen, { body: { ...body, group_pks } })).objects;
      await change(updateWallScreen, {
        params: { pk: String(screen.pk) },
        body: { ...body, ...(isGroupsTouched && { group_pks }) },
      });
      return null;
    },
    onSuccess: (made) => {
      if (made) return onMade(made);
      notifyDone(t('saved', { name: name.trim() }));
      onClose();
    },
  });
  const { error } = save;
  const isOfName = isApiProblem(error) && error.field === 'body.name';
  return (
    <FormDialog
      title={t(screen === null ? 'add' : 'edit_title')}
      size="md"
      submit={t(screen === null ? 'add' : 'common:save')}
      error={isOfName ? null : error}
      isPending={save.isPending}
      isDisabled={name.trim() === ''}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          placeholder={t('name_example')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isOfName ? problemText(error) : null}
          maxLength={MAX_WALL_SCREEN_NAME}
          data-autofocus
        />
        <MultiSelect
          label={t('column.groups')}
          description={t('groups_text')}
          placeholder={
            groups.chosen.length > 0
              ? ''
              : t(isGroupsTouched || screen?.groups === null ? 'all_groups' : 'no_group_left')
          }
          data={groups.options}
          value={groups.chosen}
          onChange={(chosen) => {
            groups.choose(chosen);
            setIsGroupsTouched(true);
          }}
          maxValues={MAX_WALL_SCREEN_GROUPS}
          limit={100}
          searchable
          clearable
        />
        <Select
          label={t('column.view')}
          description={t('view_text')}
          placeholder={t('usual_view')}
          data={views.map(({ pk, name: label }) => ({ value: String(pk), label }))}
          value={view}
          onChange={setView}
          searchable
          clearable
        />
      </Stack>
    </FormDialog>
  );
}
