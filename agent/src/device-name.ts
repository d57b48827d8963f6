import { MAX_DEVICE_NAME } from '@vigil/shared/contract/limits';
import { stripHiddenCharacters } from '@vigil/shared/contract/patterns';
import { fieldText } from './field-text.ts';

const visibleName = (name: string): string => fieldText(stripHiddenCharacters(name).trim(), MAX_DEVICE_NAME).trim();

/** The first name with characters that people see: an enrolment without a name would be refused, again and again. */
export const deviceNameOf = (...names: readonly (string | undefined)[]): string =>
  names.map((name) => visibleName(name ?? '')).find((name) => name !== '') ?? 'device';
