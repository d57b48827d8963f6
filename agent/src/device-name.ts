import { MAX_DEVICE_NAME } from '@vigil/shared/contract/limits';
import { cleanName, isVisibleText } from '@vigil/shared/contract/patterns';
import { fieldText } from './field-text.ts';

function visibleName(name: string): string {
  const cut = fieldText(cleanName(name), MAX_DEVICE_NAME).trim();
  return isVisibleText(cut, MAX_DEVICE_NAME) ? cut : '';
}

/** The first name with characters that people see: an enrolment without a name would be refused, again and again. */
export const deviceNameOf = (...names: readonly (string | undefined)[]): string =>
  names.map((name) => visibleName(name ?? '')).find((name) => name !== '') ?? 'device';
