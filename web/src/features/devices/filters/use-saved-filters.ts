import type { SavedFilter } from '@vigil/shared/contract/http/filters';
import type { GroupPk } from '@vigil/shared/contract/ids';
import { listFilters } from '@vigil/shared/contract/routes/devices';
import { tagKey } from '@vigil/shared/contract/tag-rules';
import { useSetAtom } from 'jotai';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useListScope } from '../../../entities/device/device-address.ts';
import { useTagsInUse } from '../../../entities/device/use-tags-in-use.ts';
import { useGroups } from '../../../entities/group/use-groups.ts';
import { defineResource } from '../../../entities/resource.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useFleetLoaded } from '../../../live/use-fleet.ts';
import { notifyWarning } from '../../../ui/toasts.ts';
import { sortAtom } from '../list-preferences.ts';
import { SAVED_FILTER_PARAMETER } from '../use-device-list-filter.ts';
import type { DeviceList } from '../use-device-list.ts';
import { filterOf, isFilterShown, savedFilterQuery, parseSavedFilter, type LeftOutPart } from './list-filter.ts';

export const savedFilters = defineResource({ key: 'filters', list: listFilters });

/**
 * The saved filters of the user and the company, read when they are needed: a menu is open, or the address names one.
 */
export const useSavedFilterList = (isNeeded: boolean) =>
  // Colleagues share and change theirs.
  savedFilters.useList({ enabled: isNeeded, staleTime: 0 });

/** The saved filter that was opened, and whether the list shows something else by now. */
export function useActiveFilter(list: Pick<DeviceList, 'filter' | 'sort'>) {
  const [query] = useSearchParams();
  const known = useKnown();
  const shown = filterOf(list.filter, list.sort, useListScope() ?? 'all');
  const pk = query.get(SAVED_FILTER_PARAMETER);
  const { data = [] } = useSavedFilterList(pk !== null);
  const saved = data.find((one) => String(one.pk) === pk) ?? null;
  return {
    shown,
    saved,
    isChanged: saved !== null && !isFilterShown(parseSavedFilter(saved.filter, known).filter, shown),
  };
}

/** What there is for this user; while it is being read, everything. */
function useKnown() {
  const { tree, query } = useGroups();
  const isLoaded = useFleetLoaded();
  const keys = new Set(useTagsInUse().map(({ tag }) => tagKey(tag)));
  return {
    hasGroup: (pk: GroupPk) => !query.isSuccess || tree.byPk.has(pk),
    hasTag: (tag: string) => !isLoaded || keys.has(tagKey(tag)),
  };
}

/** Opens a saved filter, and says what it had to leave out. */
export function useOpenFilter(): (saved: SavedFilter) => void {
  const { t } = useTranslation('filters');
  const navigate = useNavigate();
  const language = useLanguage();
  const known = useKnown();
  const scope = useListScope() ?? 'all';
  const setSort = useSetAtom(sortAtom);
  const nameOf = (left: LeftOutPart) =>
    left.part === 'tag' ? t('part.tag', { tag: left.tag }) : t(`part.${left.part}`);
  return (saved) => {
    const { filter, leftOut } = parseSavedFilter(saved.filter, known);
    const isGroupGone = leftOut.some(({ part }) => part === 'group');
    if (filter.sort) setSort(filter.sort);
    const group = filter.group ?? (isGroupGone ? 'all' : scope);
    void navigate(`/${language}/device/${group}?${savedFilterQuery(filter, saved.pk)}`);
    if (leftOut.length > 0) notifyWarning(t('left_out', { name: saved.name, parts: leftOut.map(nameOf).join(', ') }));
  };
}
