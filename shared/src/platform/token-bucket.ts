/** A rate with a reserve: `burst` tokens at most, refilled with `perSecond`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A reserve of less than one token would never let anything pass. */
export const scaleRate = ({ perSecond, burst }: Rate, factor: number): Rate => ({
  perSecond: perSecond * factor,
  burst: Math.max(1, burst * factor),
});

/** The state of a bucket: two numbers, because a gateway has several for each of tens of thousands of agents. */
export interface TokenBucket {
  tokens: number;
  /** When `tokens` was computed, in milliseconds. */
  at: number;
}

export const fullBucket = ({ burst }: Rate, now: number): TokenBucket => ({ tokens: burst, at: now });

function refill(bucket: TokenBucket, { perSecond, burst }: Rate, now: number): void {
  bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * perSecond);
  bucket.at = now;
}

export const isFull = ({ tokens, at }: TokenBucket, { perSecond, burst }: Rate, now: number): boolean =>
  tokens + ((now - at) / 1_000) * perSecond >= burst;

/** Takes one token. @returns the milliseconds until there is one, or 0 when it was taken */
export function takeTokenWaitMs(bucket: TokenBucket, rate: Rate, now: number): number {
  refill(bucket, rate, now);
  if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / rate.perSecond) * 1_000);
  bucket.tokens -= 1;
  return 0;
}

/** Takes what was used already, even if that makes a debt. @returns the milliseconds until the debt is paid */
export function chargeTokensWaitMs(
  bucket: TokenBucket,
  rate: Rate,
  { cost, now }: { cost: number; now: number },
): number {
  refill(bucket, rate, now);
  bucket.tokens -= cost;
  return bucket.tokens >= 0 ? 0 : Math.ceil((-bucket.tokens / rate.perSecond) * 1_000);
}
