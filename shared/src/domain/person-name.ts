import { isDisplayName, namesAfterTitles } from './display-name.ts';
import { isHostEnding } from './host-endings.ts';

/** Whether a text may be a person's name. Known endings of hosts weigh more than the browser's own check of names does. */
export const isPersonName = (text: string): boolean =>
  isDisplayName(text) && !namesAfterTitles(text).some(isHostEnding);
