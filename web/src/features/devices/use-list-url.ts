import { useAtom } from 'jotai';
import { useCallback, useEffect, useMemo } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { PAGE_PARAMETER } from '../../entities/device/device-address.ts';
import type { DeviceSort } from '../../entities/device/device-sorter.ts';
import type { ChangeQuery } from '../../lib/use-query-changes.ts';
import type { DeviceListModel, DeviceListState } from './device-list-model.ts';
import { isSort, sortAtom, DEFAULT_DEVICE_SORT } from './list-preferences.ts';

const SORT = 'sort';

/** The direction of an order by problems is of no meaning. */
const sortText = ({ by, order }: DeviceSort): string => (by === 'attention' ? by : `${by}.${order}`);

function sortOf(text: string | null): DeviceSort | null {
  const [by, order = 'desc'] = (text ?? '').split('.');
  const sort = { by, order };
  return isSort(sort) ? sort : null;
}

/** The order of the address, or else the one that the user chose last. A new choice is both. */
export function useListSort(
  query: URLSearchParams,
  changeQuery: ChangeQuery,
): [DeviceSort, (sort: DeviceSort) => void] {
  const [chosen, setChosen] = useAtom(sortAtom);
  const text = sortText(sortOf(query.get(SORT)) ?? chosen);
  // The same object for the same order, from a choice to the address that follows it: another one would sort again and
  // end the selection.
  const sort = useMemo(() => sortOf(text) ?? DEFAULT_DEVICE_SORT, [text]);
  const setSort = useCallback(
    (next: DeviceSort) => {
      setChosen(next);
      changeQuery((params) => {
        params.set(SORT, sortText(next));
        params.delete(PAGE_PARAMETER);
      });
    },
    [setChosen, changeQuery],
  );
  return [sort, setSort];
}

/** From 0; the address counts from 1. */
const indexOf = (text: string | null): number => (/^[1-9]\d{0,5}$/.test(text ?? '') ? Number(text) - 1 : 0);

/** Keeps the page in the address, so that a reload, the way back and a link show it again. */
export function useKeepListPage(
  model: Pick<DeviceListModel, 'state' | 'turnTo'>,
  { pks, page }: DeviceListState,
  [query, changeQuery]: [URLSearchParams, ChangeQuery],
): void {
  const { key } = useLocation();
  // What this page writes into its address is no wish of the user to go there.
  const returnedTo = useNavigationType() === NavigationType.Pop ? key : null;
  const asked = indexOf(query.get(PAGE_PARAMETER));
  useEffect(() => {
    if (returnedTo !== null) model.turnTo(asked);
  }, [model, returnedTo, asked]);
  // Before there are devices, every page is the first one.
  const isListed = pks.length > 0;
  useEffect(() => {
    // Another page was turned to since; it is rendered next.
    if (page !== model.state().page) return;
    if (!isListed || page.index === asked) return;
    changeQuery((params) => {
      if (page.index === 0) params.delete(PAGE_PARAMETER);
      else params.set(PAGE_PARAMETER, String(page.index + 1));
    });
  }, [model, isListed, page, asked, changeQuery]);
}
