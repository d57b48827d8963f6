import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconBookmarkPlus } from '@tabler/icons-react';
import type { WallView } from '@vigil/shared/contract/http/wall-views';
import { MAX_WALL_VIEW_NAME } from '@vigil/shared/contract/limits';
import { normalizeText, isVisibleText } from '@vigil/shared/contract/patterns';
import { createWallView } from '@vigil/shared/contract/routes/wall';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useGuestSessionDenial } from '../../entities/session/use-guest-session-denial.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { wallViews } from '../../entities/wall-view/wall-views.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useSingleFlightMutation } from '../../lib/use-single-flight-mutation.ts';
import { QueryContent } from '../../ui/read-state.tsx';
import type { WallScope } from './use-wall-scope.ts';
import { useWallViewMutations } from './use-wall-view-mutations.ts';
import type { WallState } from './use-wall-view.ts';
import { WallSettingsFields } from './wall-settings-fields.tsx';
import { WallViewRow } from './wall-view-row.tsx';
import classes from './wall-views.module.css';

interface WallViewsDialogProps {
  wall: WallState;
  scope: WallScope;
  onClose: () => void;
}

/** The saved views, and what the wall shows now, which changes behind it at once. */
export function WallViewsDialog({ wall, scope, onClose }: WallViewsDialogProps) {
  const { t } = useTranslation(['wall', 'common']);
  const { shown } = wall;
  const changes = useWallViewMutations(wall, scope);
  const problemText = useProblemText();
  const denial = useGuestSessionDenial()(createWallView);
  const run = useSingleFlightMutation({ mutationFn: (change: () => Promise<string>) => change() });
  const active = shown.kind === 'shown' ? shown : null;
  // Those of another user can be saved under another name only; so can one that was deleted.
  const mayUpdate = active !== null && active.isChanged && !active.isDeleted && active.view.editable === 1;
  return (
    <Modal
      opened
      onClose={onClose}
      // The wall handles its keys.
      closeOnEscape={false}
      title={t('views.title')}
      size={760}
      centered
      // What is changed is seen behind it.
      overlayProps={{ backgroundOpacity: 0.3 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      attributes={{ header: { role: 'none' } }}
    >
      <div className={classes.parts}>
        <section aria-label={t('views.saved_title')}>
          <ViewList
            active={active?.view ?? null}
            mayChange={denial === null}
            onShow={(view) => {
              changes.show(view.pk);
              onClose();
            }}
            onRename={(view, name) => run.mutateAsync(() => changes.rename(view, name))}
            onRemove={(view) => run.mutateAsync(() => changes.remove(view))}
          />
        </section>
        <section aria-labelledby="wall-settings">
          <h3 id="wall-settings" className={classes.heading}>
            {t('views.present')}
          </h3>
          <WallSettingsFields settings={wall.settings} scope={scope} onChange={wall.change} />
        </section>
      </div>
      {denial !== null && (
        <Text size="sm" c="dimmed" mt="md">
          {denial}
        </Text>
      )}
      {denial === null && (
        <Group mt="md" gap="sm" align="flex-start">
          {mayUpdate && (
            <Button loading={run.isPending} onClick={() => run.mutate(() => changes.update(active.view))}>
              {t('views.update', { name: active.view.name })}
            </Button>
          )}
          <SaveForm
            isRefused={scope.known === 'favorate' || (typeof scope.known !== 'string' && scope.known.length === 0)}
            onSave={(name) => run.mutateAsync(() => changes.save(name))}
          />
        </Group>
      )}
      <p className={classes.outcome} role="status">
        {run.data}
      </p>
      {run.error && (
        <p className={classes.failure} role="alert">
          {problemText(run.error)}
        </p>
      )}
    </Modal>
  );
}

interface ViewListProps {
  active: WallView | null;
  mayChange: boolean;
  onShow: (view: WallView) => void;
  onRename: (view: WallView, name: string) => Promise<unknown>;
  onRemove: (view: WallView) => Promise<unknown>;
}

function ViewList({ active, mayChange, ...on }: ViewListProps) {
  const { t } = useTranslation('wall');
  const { profile } = useViewer();
  const query = wallViews.useList();
  return (
    <QueryContent query={query} failed={t('views.failed')} loading={3}>
      {(views) => {
        const isOwn = ({ owner }: WallView) => owner?.pk === profile.pk;
        const sections = [
          { title: t('views.own'), views: views.filter(isOwn) },
          { title: t('views.of_others'), views: views.filter((view) => !isOwn(view)) },
        ].filter((one) => one.views.length > 0);
        const first = active ?? sections[0]?.views[0];
        if (sections.length === 0)
          return (
            <Text size="sm" c="dimmed">
              {t('views.empty')}
            </Text>
          );
        return (
          <div className={classes.lists} data-views>
            {sections.map((section) => (
              <section key={section.title} aria-label={section.title}>
                <h3 className={classes.heading}>{section.title}</h3>
                <ul className={classes.list}>
                  {section.views.map((view) => (
                    <WallViewRow
                      key={view.pk}
                      view={view}
                      isActive={view.pk === active?.pk}
                      hasFocus={view.pk === first?.pk}
                      isOwn={isOwn(view)}
                      mayChange={mayChange && view.editable === 1}
                      {...on}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        );
      }}
    </QueryContent>
  );
}

interface SaveFormProps {
  /** Nothing is shown that could be saved. */
  isRefused: boolean;
  onSave: (name: string) => Promise<unknown>;
}

function SaveForm({ isRefused, onSave }: SaveFormProps) {
  const { t } = useTranslation('wall');
  const [name, setName] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const cleaned = normalizeText(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isVisibleText(cleaned, MAX_WALL_VIEW_NAME)) return setInvalid(true);
    // A refused name stays, to be changed.
    onSave(cleaned).then(
      () => setName(''),
      () => undefined,
    );
  };
  return (
    <form className={classes.save} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={t('views.name')}
        placeholder={t('views.name')}
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value);
          setInvalid(false);
        }}
        error={isInvalid && t('views.name_invalid', { limit: MAX_WALL_VIEW_NAME })}
        disabled={isRefused}
        description={isRefused ? t('views.not_savable') : undefined}
        inputWrapperOrder={['input', 'description', 'error']}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconBookmarkPlus size="1rem" stroke={1.7} />}
        disabled={isRefused}
      >
        {t('views.save')}
      </Button>
    </form>
  );
}
