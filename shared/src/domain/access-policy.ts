import { UNRESTRICTED_NETWORK_POLICY, type NetworkPolicy } from './network-policy.ts';
import type { SessionLimits } from './session-life.ts';

/**
 * What a company sets for all its sessions beside addresses: their limits, and whether its licence is a Corporate one.
 */
export interface SessionTerms {
  readonly limits: SessionLimits;
  readonly isCorporate: boolean;
}

export type AccessPolicy = NetworkPolicy & SessionTerms;

/** The access policy of a company that has set nothing. */
export const UNRESTRICTED_ACCESS_POLICY: AccessPolicy = {
  ...UNRESTRICTED_NETWORK_POLICY,
  limits: { idleTime: 0, idleSince: 0, sessionTime: 0 },
  isCorporate: true,
};
