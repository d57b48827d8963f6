import { normalizeText, isVisibleText } from './patterns.ts';

/** Decision 74. */
export const MAX_TAG_LENGTH = 30;
export const MAX_TAGS = 20;

/** Whether a cleaned text is a tag. */
export const isTag = (text: string): boolean => isVisibleText(text, MAX_TAG_LENGTH);

/** Equal for tags that are the same: case does not count. */
export const tagKey = (tag: string): string => normalizeText(tag).toLowerCase().normalize('NFC');
