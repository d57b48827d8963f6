import type { CompanyPk } from '@vigil/shared/contract/ids';
import {
  chargeTokensWaitMs,
  fullBucket,
  isFull,
  type Rate,
  type TokenBucket,
} from '@vigil/shared/platform/token-bucket';
import type { RelayConfig } from './config.ts';
import type { Deps } from './deps.ts';

const MB = 1_000_000;
/** The first picture of a screen is sent at once. */
const BURST_SECONDS = 2;

const rateOf = (megabytes: number): Rate => ({ perSecond: megabytes * MB, burst: megabytes * MB * BURST_SECONDS });

/** Each returns how long the sender has to wait after so many bytes, in milliseconds. */
export interface SessionBudget {
  spend(bytes: number): number;
  /** Of the viewer, which sends little. */
  spendInput(bytes: number): number;
}

export interface ByteBudgets {
  ofSession(company: CompanyPk): SessionBudget;
}

/** What a session, and a company with all its sessions, may send through this relay (RELAY-9). */
export function createByteBudgets(config: RelayConfig, { metrics, now }: Pick<Deps, 'metrics' | 'now'>): ByteBudgets {
  const [sessionRate, companyRate] = [rateOf(config.RELAY_MB_PER_SESSION), rateOf(config.RELAY_MB_PER_COMPANY)];
  const companies = new Map<CompanyPk, TokenBucket>();
  const relayed = metrics.counter('vigil_relay_bytes_total', 'Bytes that were passed on');
  const ofCompany = (company: CompanyPk): TokenBucket => {
    const bucket = companies.get(company) ?? fullBucket(companyRate, now());
    companies.set(company, bucket);
    return bucket;
  };
  return {
    ofSession(company) {
      // A full bucket says no more than none.
      for (const [key, bucket] of companies) if (isFull(bucket, companyRate, now())) companies.delete(key);
      const [own, input] = [fullBucket(sessionRate, now()), fullBucket(sessionRate, now())];
      return {
        spend(bytes) {
          relayed.inc(bytes);
          const use = { cost: bytes, now: now() };
          return Math.max(
            chargeTokensWaitMs(own, sessionRate, use),
            chargeTokensWaitMs(ofCompany(company), companyRate, use),
          );
        },
        spendInput(bytes) {
          relayed.inc(bytes);
          return chargeTokensWaitMs(input, sessionRate, { cost: bytes, now: now() });
        },
      };
    },
  };
}
