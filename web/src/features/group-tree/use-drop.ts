import { problems } from '@vigil/shared/contract/problems';
import { obstacleTo } from '@vigil/shared/domain/device-actions';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { moveDialog } from '../../entities/device/dialogs.ts';
import { useBulkReport } from '../../entities/device/use-bulk-report.ts';
import { useDeviceMutations } from '../../entities/device/use-device-mutations.ts';
import { useMoveImpactText } from '../../entities/device/use-move-impact-text.ts';
import { useObstacleText } from '../../entities/device/use-obstacle-text.ts';
import { draggedAtom } from '../../entities/group/drag.ts';
import type { GroupTree } from '../../entities/group/group-tree.ts';
import { useGroupMutations } from '../../entities/group/use-groups.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { openDialogAtom } from '../../lib/dialog-stack.ts';
import { runParallelCountingFailures } from '../../lib/in-parallel.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/toasts.ts';
import { resolveDrop, type DropEffect, type DropTarget } from './drop-rules.ts';

type DropOf<K extends DropEffect['kind']> = Extract<DropEffect, { kind: K }>;

/** Executes a drop on the tree. A move that changes who sees the devices says so and asks first. */
export function useDrop(tree: GroupTree): (target: DropTarget) => void {
  const { t } = useTranslation('tree');
  const { store } = useLiveData();
  const groups = useGroupMutations();
  const language = useLanguage();
  const { profile, viewer } = useViewer();
  const obstacleText = useObstacleText().of;
  const changes = useDeviceMutations();
  const report = useBulkReport();
  const problemText = useProblemText();
  const dragged = useAtomValue(draggedAtom);
  const setDragged = useSetAtom(draggedAtom);
  const openDialog = useSetAtom(openDialogAtom);
  const noticeOf = useMoveImpactText();

  return useCallback(
    (target) => {
      if (!dragged) return;
      setDragged(null);
      const carryOut: { readonly [K in DropEffect['kind']]: (drop: DropOf<K>) => Promise<void> } = {
        refused: async ({ code }) => notifyWarning(problems[code][language]),
        blocked: async ({ obstacle }) => notifyWarning(obstacleText(obstacle)),
        'move-devices': async ({ pks, movable, group }) => {
          const [first] = pks;
          if (first === undefined) return;
          if (pks.length > profile.bulk_confirm_over && pks.length > 1)
            return openDialog(moveDialog({ pks, to: group }));
          const name = tree.byPk.get(group)?.group.name ?? '';
          const doneText = (count: number) => t('moved_device', { count, name });
          const move = async () => {
            if (pks.length > 1)
              return report(await changes.change(pks, { action: 'move', new_device_group_fk: group }), doneText);
            await changes.move(first, group);
            notifyDone(doneText(1));
          };
          const text = await noticeOf(movable, group);
          if (text === null) return move();
          const only = movable.length === 1 && movable[0] !== undefined ? store.get(movable[0])?.alias : undefined;
          const title =
            only === undefined
              ? t('move_device_title', { count: movable.length, name })
              : t('move_device_title_named', { device: only, name });
          openDialog(confirmationDialog({ title, text, submit: t('move_submit'), onConfirm: move }));
        },
        'set-favourite': async ({ pks, isFavourite }) => {
          const { failed, firstError } = await runParallelCountingFailures(pks, (pk) =>
            changes.setFavourite(pk, isFavourite),
          );
          const count = pks.length - failed;
          if (count > 0) notifyDone(t(isFavourite ? 'favourite_added' : 'favourite_removed', { count }));
          if (failed > 0) throw firstError;
        },
        'move-group': async ({ pk, parent, root }) => {
          await groups.move(pk, parent, root);
          notifyDone(t('moved_group'));
        },
      };
      const drop = resolveDrop(dragged, target, {
        tree,
        groupOf: (pk) => store.get(pk)?.device_group_fk,
        // A device that is gone is refused by the server.
        obstacleOf: (pk) => {
          const device = store.get(pk);
          return device ? obstacleTo('move', viewer, device) : null;
        },
        isFavourite: changes.isFavourite,
      });
      const run = carryOut[drop.kind] as (drop: DropEffect) => Promise<void>;
      run(drop).catch((error: unknown) => notifyFailed(problemText(error)));
    },
    [
      dragged,
      setDragged,
      tree,
      store,
      profile,
      viewer,
      obstacleText,
      changes,
      report,
      groups,
      noticeOf,
      openDialog,
      language,
      problemText,
      t,
    ],
  );
}
