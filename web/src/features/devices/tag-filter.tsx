import { Combobox, InputBase, useCombobox } from '@mantine/core';
import { IconCheck, IconTag } from '@tabler/icons-react';
import { tagKey } from '@vigil/shared/contract/tag-rules';
import { createTextSearch } from '@vigil/shared/domain/search-text';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTagsInUse } from '../../entities/device/use-tags-in-use.ts';
import classes from './tag-filter.module.css';

interface TagFilterProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
}

/** A person who looks for more types some of it. */
const MOST_SHOWN = 100;

/** Shows only devices that have every chosen tag. Nothing is shown where no device has tags. */
export const TagFilter = memo(function TagFilter({ tags, onChange }: TagFilterProps) {
  const { t } = useTranslation('devices');
  const inUse = useTagsInUse();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const chosen = new Set(tags.map(tagKey));
  const choices = new Map(inUse.map(({ tag, count }) => [tagKey(tag), { tag, count }]));
  // The address may name a tag that no device has.
  for (const tag of tags) if (!choices.has(tagKey(tag))) choices.set(tagKey(tag), { tag, count: 0 });
  const isFound = createTextSearch(search);
  const found = [...choices].filter(([, { tag }]) => isFound(tag)).slice(0, MOST_SHOWN);
  // Once the options of what was typed are there, so that Enter chooses the first of them.
  const { selectFirstOption } = combobox;
  const firstFound = search === '' ? undefined : found[0]?.[0];
  useEffect(() => {
    if (firstFound !== undefined) selectFirstOption();
  }, [firstFound, selectFirstOption]);
  const [first = '', ...others] = tags.map((tag) => choices.get(tagKey(tag))?.tag ?? tag);
  const text =
    first === ''
      ? t('tags.any')
      : others.length === 0
        ? first
        : t('tags.and_more', { tag: first, count: others.length });

  if (inUse.length === 0 && tags.length === 0) return null;

  const toggle = (key: string) => {
    const { tag = key } = choices.get(key) ?? {};
    onChange(chosen.has(key) ? tags.filter((one) => tagKey(one) !== key) : [...tags, tag]);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={toggle} width={230} position="bottom-start" withinPortal={false}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <InputBase
          component="button"
          type="button"
          size="xs"
          pointer
          multiline={false}
          className={classes.target}
          aria-label={t('tags.filtered', { tags: text })}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          data-chosen={tags.length > 0 || undefined}
          leftSection={<IconTag size={14} stroke={1.7} />}
          rightSection={
            tags.length > 0 ? (
              <Combobox.ClearButton
                aria-label={t('tags.clear')}
                aria-hidden={false}
                tabIndex={0}
                onClear={() => onChange([])}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          rightSectionPointerEvents={tags.length > 0 ? 'all' : 'none'}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={classes.text}>{text}</span>
        </InputBase>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
          aria-label={t('tags.find')}
          placeholder={t('tags.find')}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('tags.filter')}>
          {found.length === 0 && <Combobox.Empty>{t('tags.none_found')}</Combobox.Empty>}
          {found.map(([key, { tag, count }]) => (
            <Combobox.Option key={key} value={key} active={chosen.has(key)} aria-selected={chosen.has(key)}>
              <span className={classes.option}>
                <IconCheck size={13} data-hidden={!chosen.has(key) || undefined} aria-hidden="true" />
                <span>{tag}</span>
                <span className={classes.count}>{t('status.count', { count })}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
});
