import { API_BASE } from '@vigil/shared/contract/protocol-version';

/** Where a provider reports what became of a payment; the address to enter in its settings. */
export const callbackPath = (provider: string): string => `${API_BASE}/payments/callback/${provider}`;
