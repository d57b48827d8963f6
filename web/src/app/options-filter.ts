import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { createTextSearch } from '@vigil/shared/domain/search-text';

/** The options whose labels hold what was typed into a field of choices, as other lists are searched. */
export const findOptions: OptionsFilter = ({ options, search, limit }) => {
  const isFound = createTextSearch(search);
  let room = limit;
  const take = (items: readonly ComboboxItem[]): ComboboxItem[] => {
    const taken = items.filter(({ label }) => isFound(label)).slice(0, room);
    room -= taken.length;
    return taken;
  };
  return options.flatMap((option): ComboboxParsedItem[] =>
    'group' in option ? [{ group: option.group, items: take(option.items) }] : take([option]),
  );
};
