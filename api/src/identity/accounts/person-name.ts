import { Problem } from '@vigil/shared/contract/problems';
import { isPersonName } from '@vigil/shared/domain/person-name';

/** @throws Problem `name_requirement` without a name, `name_invalid` when it holds an address or control characters */
export function assertPersonName(name: string, field: string): void {
  if (name === '') throw new Problem('name_requirement', { field });
  if (!isPersonName(name)) throw new Problem('name_invalid', { field });
}
