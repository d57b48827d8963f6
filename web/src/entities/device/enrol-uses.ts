import type { Profile } from '@vigil/shared/contract/http/profile';

/** Few: a token in wrong hands adds devices to the company. */
const DEFAULT_ENROL_USES = 10;
const uses = [1, DEFAULT_ENROL_USES, 100, 1_000] as const;

/** No more than the licence has room for, but one, which is refused with its reason. */
const useLimit = ({ license: { total, devices } }: Profile): number =>
  Math.min(uses[3], Math.max(1, total.vol - devices));

export const defaultEnrolUses = (profile: Profile): number => Math.min(DEFAULT_ENROL_USES, useLimit(profile));

/** The numbers of devices that a token can be made for. */
export const enrolUseChoices = (profile: Profile): readonly number[] => {
  const limit = useLimit(profile);
  return [...uses.filter((count) => count < limit), limit];
};
