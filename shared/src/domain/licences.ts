export const licenceTypes = ['Free', 'Basic', 'Corporate'] as const;
export type LicenceType = (typeof licenceTypes)[number];

const managersOf: { [T in LicenceType]: (devices: number) => number } = {
  Free: () => 5,
  Basic: (devices) => Math.max(5, Math.ceil(devices / 5)),
  Corporate: (devices) => Math.max(20, Math.ceil(devices / 2)),
};

/** How many users besides administrators a licence admits where nobody sets another number (decision 108). */
export const defaultNonAdminLimit = (type: LicenceType, devices: number): number => managersOf[type](devices);

interface Period {
  readonly startsAt: Date;
  readonly expiresAt: Date;
}

/** The renewal of a licence waits for its own start (decision 49). */
export const isInForce = ({ startsAt, expiresAt }: Period, at: Date): boolean => startsAt <= at && expiresAt > at;

/** How many users besides administrators the licences in force admit: the largest of their limits (decision 22). */
export const licensedNonAdminLimit = (
  rows: readonly (Period & { readonly nonAdminLimit: number })[],
  at: Date,
): number => Math.max(0, ...rows.filter((row) => isInForce(row, at)).map(({ nonAdminLimit }) => nonAdminLimit));

/** The trial licence of a new company (spec 1 §9). */
export const TRIAL_LICENCE = { type: 'Free', devices: 5, days: 15 } as const;

/** Seven days (spec 1 §4). */
const WARN_BEFORE_MS = 604_800_000;

/** The warning for a licence that ends at `ends`; both times in milliseconds since 1970. */
export function licenceWarning(ends: number, now: number): 'expiring' | 'expired' | null {
  if (now > ends) return 'expired';
  return ends - now <= WARN_BEFORE_MS ? 'expiring' : null;
}

const corporateLicences = new Set(['Corporate', 'Free']);

/** Corporate status: the licence is Corporate or Free (spec 1 §4). */
export const isCorporateLicence = (payType: string): boolean => corporateLicences.has(payType);

/** Whether another licence renews this one; one that was withdrawn does not. */
export const isRenewed = (
  { pk }: { readonly pk: number },
  all: readonly { readonly parentFk: number | null; readonly withdrawnAt: Date | null }[],
): boolean => all.some(({ parentFk, withdrawnAt }) => parentFk === pk && withdrawnAt === null);
