import type { Language } from '@vigil/shared/contract/languages';
import type { TagInUse } from '@vigil/shared/domain/tags';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../lib/language.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { createTagsInUseSource, type TagsInUseSource } from './tags-in-use-source.ts';

const indexes = new WeakMap<FleetStore, TagsInUseSource>();

/** One index for all components of a session; choosing another language reloads the page. */
function indexOf(store: FleetStore, language: Language): TagsInUseSource {
  const index =
    indexes.get(store) ?? createTagsInUseSource(store, new Intl.Collator(language, { numeric: true }).compare);
  indexes.set(store, index);
  return index;
}

/** The tags in use, of the devices that the user may see and no others. */
export function useTagsInUse(): readonly TagInUse[] {
  const { store } = useLiveData();
  const { subscribe, list } = indexOf(store, useLanguage());
  return useSyncExternalStore(subscribe, list);
}
