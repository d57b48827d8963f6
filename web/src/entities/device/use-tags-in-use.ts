import type { Language } from '@vigil/shared/contract/languages';
import type { TagInUse } from '@vigil/shared/domain/tags';
import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../lib/language.ts';
import type { FleetStore } from '../../live/fleet-store.ts';
import { useLiveData } from '../../live/use-fleet.ts';
import { createTagsSource, type TagsSource } from './tags-source.ts';

const indexes = new WeakMap<FleetStore, TagsSource>();

/** One index for all components of a session; choosing another language reloads the page. */
function indexOf(store: FleetStore, language: Language): TagsSource {
  const index = indexes.get(store) ?? createTagsSource(store, new Intl.Collator(language, { numeric: true }).compare);
  indexes.set(store, index);
  return index;
}

/** The tags in use, of the devices that the user may see and no others. */
export function useTagsInUse(): readonly TagInUse[] {
  const { store } = useLiveData();
  const { subscribe, list } = indexOf(store, useLanguage());
  return useSyncExternalStore(subscribe, list);
}
