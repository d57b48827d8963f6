import type { WallView } from '@vigil/shared/contract/http/wall-views';
import { createWallView, deleteWallView, updateWallView } from '@vigil/shared/contract/routes/wall';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { wallViewPath, wallViews } from '../../entities/wall-view/wall-views.ts';
import { useLanguage } from '../../lib/language.ts';
import type { WallScope } from './use-wall-scope.ts';
import type { WallState } from './use-wall-view.ts';
import { wallViewBodyOf, isSameGroups } from './wall-settings.ts';

/** Changes of saved views. Each answers with what to tell when it is done. */
export function useWallViewMutations({ settings, saved }: WallState, scope: WallScope) {
  const { t } = useTranslation('wall');
  const call = wallViews.useChange();
  const navigate = useNavigate();
  const language = useLanguage();
  const show = (pk: WallView['pk'], options = {}) => void navigate(`/${language}/${wallViewPath(pk)}`, options);
  const paramsOf = ({ pk }: WallView) => ({ params: { pk: String(pk) } });
  /** Those that this user sees: others cannot be saved. */
  const groups = typeof scope.known === 'string' ? ('all' as const) : scope.known.map(({ pk }) => pk);

  return {
    show,
    save: async (name: string) => {
      const { objects } = await call(createWallView, { body: { name, ...wallViewBodyOf(settings, groups) } });
      if (objects[0]) show(objects[0].pk, { replace: true });
      return t('views.saved', { name });
    },
    update: async (view: WallView) => {
      const { group_pks, ...rest } = wallViewBodyOf(settings, groups);
      // Groups that this user does not see stay in it.
      const body = isSameGroups(settings, saved) ? rest : { ...rest, group_pks };
      await call(updateWallView, { ...paramsOf(view), body });
      show(view.pk, { replace: true });
      return t('views.updated', { name: view.name });
    },
    rename: async (view: WallView, name: string) => {
      await call(updateWallView, { ...paramsOf(view), body: { name } });
      return t('views.renamed', { name });
    },
    remove: async (view: WallView) => {
      await call(deleteWallView, paramsOf(view));
      return t('views.deleted', { name: view.name });
    },
  };
}
