import type { PasswordCost } from '@vigil/shared/platform/passwords';

/**
 * The least that Argon2 takes. A hash carries its cost, so servers in production form check these as cheaply: 0.2 ms,
 * not 12.
 */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
