import { problemTexts } from '@vigil/shared/contract/problem-texts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { draggedAtom } from '../../entities/group/drag.ts';
import type { GroupTree } from '../../entities/group/group-tree.ts';
import { useDeviceChanges } from '../../entities/device/use-device-changes.ts';
import { useGroupEdits } from '../../entities/group/use-groups.ts';
import { useLanguage } from '../../lib/language.ts';
import { useProblemText } from '../../lib/use-problem-text.ts';
import { useFleet } from '../../live/use-fleet.ts';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/notify.ts';
import { resolveDrop, type Drop, type DropTarget } from './drop-rules.ts';

type DropOf<K extends Drop['kind']> = Extract<Drop, { kind: K }>;

/** Executes a drop on the tree, and notifies the user of the result. */
export function useDrop(tree: GroupTree): (target: DropTarget) => void {
  const { t } = useTranslation('tree');
  const { store } = useFleet();
  const groups = useGroupEdits();
  const language = useLanguage();
  const changes = useDeviceChanges();
  const problemText = useProblemText();
  const dragged = useAtomValue(draggedAtom);
  const setDragged = useSetAtom(draggedAtom);

  return useCallback(
    (target) => {
      if (!dragged) return;
      setDragged(null);
      const carryOut: { readonly [K in Drop['kind']]: (drop: DropOf<K>) => Promise<void> } = {
        refused: async ({ code }) => notifyWarning(problemTexts[code][language]),
        'move-devices': async ({ pks, group }) => {
          await changes.move(pks, group);
          notifyDone(t('moved_device', { count: pks.length, name: tree.byPk.get(group)?.group.name ?? '' }));
        },
        'toggle-favourite': async ({ pks }) => {
          for (const pk of pks)
            notifyDone(t((await changes.toggleFavourite(pk)) ? 'favourite_added' : 'favourite_removed'));
        },
        'move-group': async ({ pk, parent, root }) => {
          await groups.move(pk, parent, root);
          notifyDone(t('moved_group'));
        },
      };
      const drop = resolveDrop(dragged, target, { tree, groupOf: (pk) => store.get(pk)?.device_group_fk });
      const run = carryOut[drop.kind] as (drop: Drop) => Promise<void>;
      run(drop).catch((error: unknown) => notifyFailed(problemText(error)));
    },
    [dragged, setDragged, tree, store, changes, groups, language, problemText, t],
  );
}
