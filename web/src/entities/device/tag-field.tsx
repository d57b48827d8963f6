import { TagsInput, type TagsInputProps } from '@mantine/core';
import { normalizeText } from '@vigil/shared/contract/patterns';
import { isTag, MAX_TAG_LENGTH, MAX_TAGS, tagKey } from '@vigil/shared/contract/tag-rules';
import { uniqueTagsIgnoringCase } from '@vigil/shared/domain/tags';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTagsInUse } from './use-tags-in-use.ts';

interface TagFieldProps extends Pick<
  TagsInputProps,
  'label' | 'aria-label' | 'placeholder' | 'size' | 'variant' | 'classNames' | 'disabled'
> {
  value: readonly string[];
  /** Receives tags that the server takes. */
  onChange: (tags: string[]) => void;
  /** Of the last change. */
  error: string | null;
}

/** Enter or a comma adds what was typed, Backspace removes the last tag; tags that are in use are suggested. */
export function TagField({ value, onChange, error, ...rest }: TagFieldProps) {
  const { t } = useTranslation('devices');
  const inUse = useTagsInUse();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const change = (wanted: string[]) => {
    const spelled = new Map(inUse.map(({ tag }) => [tagKey(tag), tag]));
    const tags = uniqueTagsIgnoringCase(wanted.map((tag) => spelled.get(tagKey(tag)) ?? normalizeText(tag)));
    const wrong = tags.find((tag) => !isTag(tag));
    if (wrong !== undefined) return setFault(t('tags.invalid', { tag: wrong, limit: MAX_TAG_LENGTH }));
    setFault(null);
    onChange(tags);
  };

  return (
    <TagsInput
      {...rest}
      value={[...value]}
      onChange={change}
      data={inUse.map(({ tag }) => tag)}
      isDuplicate={(tag, own) => own.some((one) => tagKey(one) === tagKey(tag))}
      maxTags={MAX_TAGS}
      onMaxTags={() => setFault(t('tags.most', { count: MAX_TAGS }))}
      error={fault ?? error}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        if (text !== '') setFault(null);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return;
        // What is typed is given up; the dialog or the detail around it stays open.
        event.preventDefault();
        event.stopPropagation();
        setTyped('');
      }}
      limit={50}
      openOnFocus={false}
    />
  );
}
