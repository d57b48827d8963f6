import { Problem } from '@vigil/shared/contract/problems';
import type { NetworkDenial } from '@vigil/shared/domain/network-policy';

/** @throws Problem `ip_blocked`, `external_access` for an address that the company does not admit */
export function throwIfNetworkDenied(denial: NetworkDenial | null): void {
  if (denial === null) return;
  throw new Problem(denial === 'external_access' ? denial : 'ip_blocked', { reason: 'policy', detail: denial });
}
