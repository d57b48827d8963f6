import { Problem } from '@vigil/shared/contract/problems';
import { isDisplayName } from '@vigil/shared/domain/strict-display-name';

/** @throws Problem `name_requirement` without a name, `name_invalid` when it holds an address or control characters */
export function assertDisplayName(name: string, field: string): void {
  if (name === '') throw new Problem('name_requirement', { field });
  if (!isDisplayName(name)) throw new Problem('name_invalid', { field });
}
