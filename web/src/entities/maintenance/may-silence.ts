import type { Viewer } from '@vigil/shared/domain/permissions';

/** Who may make maintenance windows; sessions by invitation make nothing that outlives them. */
export const maySilence = ({ flags, isGuest }: Viewer): boolean => (flags.isAdmin || flags.useFunction) && !isGuest;
