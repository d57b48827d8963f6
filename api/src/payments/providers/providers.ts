import type { ApiConfig } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import type { PaymentProvider } from './provider.ts';
import { createSandboxProvider } from './sandbox.ts';

type Name = Exclude<ApiConfig['PAYMENT_PROVIDER'], 'none'>;

const factories: { readonly [N in Name]: (deps: Deps) => PaymentProvider } = { sandbox: createSandboxProvider };

/**
 * The provider of this installation; null where licences are not sold: without one, and in the standalone edition (spec
 * 3 §2).
 */
export function createPaymentProvider(deps: Deps): PaymentProvider | null {
  const { PAYMENT_PROVIDER: name, STANDALONE } = deps.config;
  return name === 'none' || STANDALONE ? null : factories[name](deps);
}
