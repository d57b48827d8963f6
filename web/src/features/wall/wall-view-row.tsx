import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { WallView } from '@vigil/shared/contract/http/wall-views';
import { MAX_WALL_VIEW_NAME } from '@vigil/shared/contract/limits';
import { normalizeText, isVisibleText } from '@vigil/shared/contract/patterns';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './wall-views.module.css';

interface WallViewRowProps {
  view: WallView;
  isActive: boolean;
  /** The dialog begins with it. */
  hasFocus: boolean;
  isOwn: boolean;
  mayChange: boolean;
  onShow: (view: WallView) => void;
  onRename: (view: WallView, name: string) => Promise<unknown>;
  onRemove: (view: WallView) => Promise<unknown>;
}

/** A saved view: shown, renamed and deleted here. Escape leaves what was begun. */
export function WallViewRow({ view, isActive, hasFocus, isOwn, mayChange, ...on }: WallViewRowProps) {
  const { t } = useTranslation(['wall', 'common']);
  const [editing, setEditing] = useState<'name' | 'delete' | null>(null);
  /** Who works with the keyboard goes on where they were. */
  const [isBack, setBack] = useState(false);
  const { name, owner } = view;
  const finish = () => {
    setEditing(null);
    setBack(true);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    finish();
  };
  if (editing === 'name')
    return (
      <li>
        <NameForm initial={name} onSave={(next) => on.onRename(view, next)} onKeyDown={leave} onDone={finish} />
      </li>
    );
  if (editing === 'delete')
    return (
      <li className={classes.question}>
        <p>{t('views.delete_question', { name })}</p>
        <Button
          size="compact-sm"
          color="red"
          autoFocus
          onKeyDown={leave}
          onClick={() => void on.onRemove(view).catch(finish)}
        >
          {t('views.delete')}
        </Button>
        <Button size="compact-sm" variant="default" onKeyDown={leave} onClick={finish}>
          {t('common:cancel')}
        </Button>
      </li>
    );
  return (
    <li className={classes.row} data-active={isActive || undefined}>
      <UnstyledButton
        className={classes.view}
        data-view
        data-autofocus={hasFocus || undefined}
        // The dialog has looked for its first field before the views are read.
        autoFocus={hasFocus || isBack}
        aria-current={isActive || undefined}
        onKeyDown={moveFocus}
        onClick={() => on.onShow(view)}
      >
        <span className={classes.name}>{name}</span>
        {!isOwn && <span className={classes.owner}>{owner?.name}</span>}
      </UnstyledButton>
      {mayChange && (
        <>
          <ActionIcon size={28} aria-label={t('views.rename', { name })} onClick={() => setEditing('name')}>
            <IconPencil size="1rem" stroke={1.7} />
          </ActionIcon>
          <ActionIcon size={28} aria-label={t('views.delete_named', { name })} onClick={() => setEditing('delete')}>
            <IconTrash size="1rem" stroke={1.7} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

/** The arrows lead from one view to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const views = [...(event.currentTarget.closest('[data-views]')?.querySelectorAll<HTMLElement>('[data-view]') ?? [])];
  const at = views.indexOf(event.currentTarget);
  views[(at + step + views.length) % views.length]?.focus();
  event.preventDefault();
}

interface NameFormProps {
  initial: string;
  onSave: (name: string) => Promise<unknown>;
  onKeyDown: (event: KeyboardEvent) => void;
  onDone: () => void;
}

function NameForm({ initial, onSave, onKeyDown, onDone }: NameFormProps) {
  const { t } = useTranslation(['wall', 'common']);
  const [name, setName] = useState(initial);
  const cleaned = normalizeText(name);
  const isValid = isVisibleText(cleaned, MAX_WALL_VIEW_NAME);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    if (cleaned === initial) return onDone();
    // A refused name stays, to be changed.
    onSave(cleaned).then(onDone, () => undefined);
  };
  return (
    <form className={classes.save} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={t('views.name')}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        error={!isValid && t('views.name_invalid', { limit: MAX_WALL_VIEW_NAME })}
        autoFocus
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button type="submit" size="xs" onKeyDown={onKeyDown}>
        {t('common:save')}
      </Button>
    </form>
  );
}
