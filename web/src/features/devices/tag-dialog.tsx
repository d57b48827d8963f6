import { Checkbox, Stack, Text } from '@mantine/core';
import { tagKey } from '@vigil/shared/contract/tag-rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlastRadiusView } from '../../entities/device/blast-radius-view.tsx';
import { BulkConfirmationField, useBulkConfirmation } from '../../entities/device/bulk-confirmation-field.tsx';
import type { tagDialog } from '../../entities/device/dialogs.ts';
import { TagField } from '../../entities/device/tag-field.tsx';
import { useBlastRadius } from '../../entities/device/use-blast-radius.ts';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import type { DialogProps } from '../../lib/dialog-stack.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogFooter } from '../../ui/form-dialog.tsx';
import { FormMessage } from '../../ui/form-message.tsx';
import { nextSpread, tagChoicesOf, tagChanges, type TagSpread } from './tag-choices.ts';
import classes from './devices-page.module.css';

/** Adds tags to devices, and removes those that all or some of them have. */
export function TagDialog({ request: { pks }, onClose }: DialogProps<typeof tagDialog>) {
  const { t } = useTranslation('devices');
  const { store } = useLiveData();
  const language = useLanguage();
  const radius = useBlastRadius('tag', pks);
  const { present } = radius;
  const only = pks.length === 1 && pks[0] !== undefined ? store.get(pks[0]) : undefined;
  const { change } = useDeviceMutations();
  const report = useBulkReport();
  const problemText = useProblemText();
  // As they are when the dialog opens, so that no row moves under the pointer.
  const [choices] = useState(() =>
    tagChoicesOf(
      pks.flatMap((pk) => store.get(pk) ?? []),
      new Intl.Collator(language, { numeric: true }).compare,
    ),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, TagSpread>>(new Map());
  const [typed, setTyped] = useState<readonly string[]>([]);
  const wanted = tagChanges(choices, chosen, typed);

  const apply = useSingleFlightMutation({
    mutationFn: (confirm: number | undefined) => change(present, { action: 'tag', ...wanted }, confirm),
    onSuccess: (outcome) => {
      report(outcome, (count) => t('tags.done', { count }));
      onClose();
    },
  });
  const confirmation = useBulkConfirmation(present.length, apply.error);

  return (
    <Dialog
      onClose={onClose}
      title={only ? t('tags.title_named', { name: only.alias }) : t('tags.title', { count: present.length })}
      size="sm"
    >
      <TagField label={t('tags.add')} placeholder={t('tags.add_hint')} value={typed} onChange={setTyped} error={null} />
      {choices.length > 0 && (
        <fieldset className={classes.tagChoices}>
          <legend>{t('tags.present')}</legend>
          <Stack gap={8}>
            {choices.map(({ tag, count, before }) => {
              const key = tagKey(tag);
              const now = chosen.get(key) ?? before;
              const next = nextSpread(now, before);
              return (
                <Checkbox
                  key={key}
                  size="xs"
                  label={
                    <>
                      {tag}{' '}
                      <Text span size="xs" c="dimmed">
                        {now === before
                          ? t(before === 'all' ? 'tags.on_all' : 'tags.on_some', { count, total: pks.length })
                          : t(now === 'none' ? 'tags.is_removed' : 'tags.is_added')}
                      </Text>
                    </>
                  }
                  checked={now === 'all'}
                  indeterminate={now === 'some'}
                  onChange={() => setChosen(new Map([...chosen, [key, next]]))}
                />
              );
            })}
          </Stack>
        </fieldset>
      )}
      {(pks.length > 1 || present.length === 0) && <BlastRadiusView radius={radius} />}
      <BulkConfirmationField count={present.length} confirmation={confirmation} />
      {apply.error && <FormMessage kind="refused">{problemText(apply.error)}</FormMessage>}
      <DialogFooter
        submit={t('tags.apply')}
        isPending={apply.isPending}
        isDisabled={present.length === 0 || !confirmation.isConfirmed || wanted.add.length + wanted.remove.length === 0}
        onSubmit={() => apply.mutate(confirmation.confirm)}
        onClose={onClose}
      />
    </Dialog>
  );
}
