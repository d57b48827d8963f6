import type { OsId } from '@vigil/shared/contract/device';
import { normalizeText } from '@vigil/shared/contract/patterns';
import { isTag } from '@vigil/shared/contract/tag-rules';
import { NO_TAGS, uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import { useCallback, useMemo } from 'react';
import { PAGE_PARAMETER } from '../../entities/device/device-address.ts';
import type { DeviceListFilter } from '../../entities/device/device-sorter.ts';
import { isStatus } from '../../entities/device/device-status.ts';
import type { ChangeQuery } from '../../lib/use-query-changes.ts';

/** The systems that can be filtered by (spec 2 §2). */
export const filterSystems: readonly OsId[] = [1, 2, 3, 4];

/** The parameters of the address: filters, and the key of the saved filter that was opened. */
const FILTERS = ['name', 'os', 'state', 'tag'];
export const SAVED_FILTER_PARAMETER = 'filter';

/** No tag has it. */
const SEPARATOR = '\n';

/** Changes some of the filters. */
export type ChangeFilter = (change: Partial<DeviceListFilter>) => void;

/** The filters of the list live in the address, so that what one sees can be sent to a colleague. */
export function useDeviceListFilter(
  query: URLSearchParams,
  changeQuery: ChangeQuery,
): [DeviceListFilter, ChangeFilter] {
  const [name, system, state] = [query.get('name') ?? '', query.get('os'), query.get('state')];
  const tags = query.getAll('tag').join(SEPARATOR);
  const filter = useMemo<DeviceListFilter>(
    () => ({
      text: name,
      os: filterSystems.find((os) => String(os) === system) ?? null,
      status: isStatus(state) ? state : null,
      tags: tags === '' ? NO_TAGS : uniqueTagsIgnoringCase(tags.split(SEPARATOR).map(normalizeText).filter(isTag)),
    }),
    [name, system, state, tags],
  );
  const change = useCallback<ChangeFilter>(
    ({ text, os, status, tags: wantedTags }) =>
      changeQuery((next) => {
        const values = { name: text, os, state: status };
        for (const [key, value] of Object.entries(values)) {
          if (value === undefined) continue;
          if (value === null || value === '') next.delete(key);
          else next.set(key, String(value));
        }
        if (wantedTags) {
          next.delete('tag');
          for (const tag of wantedTags) next.append('tag', tag);
        }
        next.delete(PAGE_PARAMETER);
        // What is left is no variant of the saved filter.
        if (!FILTERS.some((key) => next.has(key))) next.delete(SAVED_FILTER_PARAMETER);
      }),
    [changeQuery],
  );
  return [filter, change];
}
