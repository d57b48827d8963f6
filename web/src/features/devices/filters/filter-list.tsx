import { ActionIcon, Button, Text, UnstyledButton } from '@mantine/core';
import { IconBookmarkPlus, IconDots, IconUsers } from '@tabler/icons-react';
import type { SavedFilter } from '@vigil/shared/contract/http/filters';
import { createFilter } from '@vigil/shared/contract/routes/devices';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renameFilterDialog, saveFilterDialog } from '../../../entities/device/dialogs.ts';
import { useGuestSessionDenial } from '../../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../../entities/session/viewer.ts';
import { openDialogAtom } from '../../../lib/dialog-stack.ts';
import { useQueryChanges } from '../../../lib/use-query-changes.ts';
import { DisableWithReason } from '../../../ui/disable-with-reason.tsx';
import { QueryContent } from '../../../ui/read-state.tsx';
import { SAVED_FILTER_PARAMETER } from '../use-device-list-filter.ts';
import type { DeviceList } from '../use-device-list.ts';
import { useSavedFilterMutations } from './use-saved-filter-mutations.tsx';
import { useActiveFilter, useSavedFilterList, useOpenFilter } from './use-saved-filters.ts';
import classes from './filters.module.css';

/** What the menu of saved filters has in it. */
export function FilterList({ list, onDone }: { list: DeviceList; onDone: () => void }) {
  const { t } = useTranslation('filters');
  const { profile } = useViewer();
  const query = useSavedFilterList(true);
  const { shown, saved: active, isChanged } = useActiveFilter(list);
  const [, changeQuery] = useQueryChanges();
  const { update } = useSavedFilterMutations();
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(createFilter);

  const mark = ({ pk }: SavedFilter) => changeQuery((next) => next.set(SAVED_FILTER_PARAMETER, String(pk)));
  if (query.isPending || query.isError) return <QueryContent query={query} failed={t('failed')} loading={3} />;
  const isOwn = ({ owner }: SavedFilter) => owner.pk === profile.pk;
  const sections = [
    { title: t('own'), filters: query.data.filter(isOwn) },
    { title: t('of_others'), filters: query.data.filter((one) => !isOwn(one)) },
  ].filter(({ filters }) => filters.length > 0);

  return (
    <>
      {sections.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('empty')}
        </Text>
      )}
      <div className={classes.lists}>
        {sections.map(({ title, filters }) => (
          <section key={title} aria-label={title}>
            <h2 className={classes.section}>{title}</h2>
            <ul className={classes.list}>
              {filters.map((saved) => (
                <FilterRow
                  key={saved.pk}
                  saved={saved}
                  state={active?.pk === saved.pk ? (isChanged ? 'changed' : 'active') : null}
                  isOwn={isOwn(saved)}
                  onDone={onDone}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {active && isChanged && active.editable === 1 && (
        <Button variant="light" size="xs" fullWidth mb={6} onClick={() => update(active, shown)}>
          {t('update', { name: active.name })}
        </Button>
      )}
      <DisableWithReason reason={denial}>
        <Button
          variant="default"
          size="xs"
          fullWidth
          leftSection={<IconBookmarkPlus size={15} stroke={1.7} />}
          onClick={() => {
            onDone();
            openDialog(saveFilterDialog({ filter: shown, onSaved: mark }));
          }}
        >
          {t('save')}
        </Button>
      </DisableWithReason>
    </>
  );
}

interface FilterRowProps {
  saved: SavedFilter;
  /** Of the one that was opened. */
  state: 'active' | 'changed' | null;
  isOwn: boolean;
  onDone: () => void;
}

function FilterRow({ saved, state, isOwn, onDone }: FilterRowProps) {
  const { t } = useTranslation('filters');
  const open = useOpenFilter();
  const { share, remove } = useSavedFilterMutations();
  const openDialog = useSetAtom(openDialogAtom);
  const denial = useGuestSessionDenial()(createFilter);
  const [isExpanded, setExpanded] = useState(false);
  const { name, owner, editable } = saved;
  return (
    <li>
      <div className={classes.row} data-active={state !== null || undefined}>
        <UnstyledButton
          className={classes.open}
          aria-current={state !== null || undefined}
          onClick={() => {
            open(saved);
            onDone();
          }}
        >
          <span className={classes.name}>{name}</span>
          {state === 'changed' && <span className={classes.changed}>{t('changed')}</span>}
          {!isOwn && <span className={classes.owner}>{owner.name}</span>}
          {isOwn && saved.shared === 1 && <IconUsers size={13} stroke={1.7} role="img" aria-label={t('is_shared')} />}
        </UnstyledButton>
        {editable === 1 && denial === null && (
          <ActionIcon
            size={24}
            aria-label={t('more', { name })}
            aria-expanded={isExpanded}
            onClick={() => setExpanded(!isExpanded)}
          >
            <IconDots size={15} />
          </ActionIcon>
        )}
      </div>
      {isExpanded && (
        <div className={classes.actions} role="group" aria-label={t('more', { name })}>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => {
              onDone();
              openDialog(renameFilterDialog({ saved }));
            }}
          >
            {t('rename')}
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => share(saved)}>
            {t(saved.shared === 1 ? 'unshare' : 'share')}
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            c="var(--state-danger)"
            onClick={() => {
              if (!isOwn) onDone();
              remove(saved);
            }}
          >
            {t('delete')}
          </Button>
        </div>
      )}
    </li>
  );
}
