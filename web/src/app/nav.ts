import type { Viewer } from '@vigil/shared/domain/permissions';

export interface NavEntry {
  /** Its text is `shell:nav.<id>`. */
  id: 'devices';
  /** Below the language. */
  path: string;
  /** Which addresses it is the present page for. */
  prefix: string;
  shown: (viewer: Viewer) => boolean;
}

/** The pages of the header. A page that does not exist yet is not here: nothing in the header leads nowhere. */
export const navEntries: readonly NavEntry[] = [
  { id: 'devices', path: 'device/all', prefix: 'device', shown: () => true },
];
