import { passesBasicNameCheck, hostEndingCandidates } from './display-name.ts';
import { isTopLevelDomain } from './top-level-domains.ts';

/**
 * Whether a text may be a person's name. Known endings of hosts weigh more than the browser's own check of names does.
 */
export const isDisplayName = (text: string): boolean =>
  passesBasicNameCheck(text) && !hostEndingCandidates(text).some(isTopLevelDomain);
