import type { DevicePk, GroupPk } from '@vigil/shared/contract/ids';
import { useParams } from 'react-router-dom';

/** What the list shows: everything, the favourites, or a group with its subgroups. */
export type Scope = 'all' | 'favorate' | GroupPk;

const WHOLE = /^[1-9]\d{0,9}$/;

function scopeOf(param: string | undefined): Scope | null {
  if (param === 'all' || param === 'favorate') return param;
  return param !== undefined && WHOLE.test(param) ? (Number(param) as GroupPk) : null;
}

export const devicePkOf = (param: string | undefined): DevicePk | null =>
  param !== undefined && WHOLE.test(param) ? (Number(param) as DevicePk) : null;

export function useScope(): Scope | null {
  return scopeOf(useParams().groupPk);
}
