import type { CompanyPk } from '@vigil/shared/contract/ids';

/** Bytes a second that one gateway spends on frames: for one browser, for the browsers of one company, for all. */
export interface FrameBandwidthLimits {
  readonly browser: number;
  readonly company: (company: CompanyPk) => number;
  readonly gateway: number;
}

/** Per kind of request, how many times longer than requested the interval is. */
export interface Slowdown {
  readonly urgent: number;
  readonly normal: number;
}

/** Bytes a second that requests cost, or would cost if none was slowed down. */
interface FrameDemand {
  readonly urgent: number;
  readonly normal: number;
}

/** What is counted for one browser. */
export interface BrowserFrameBudget {
  readonly slowdown: Slowdown;
  /** Counts a frame that is sent. */
  count(bytes: number, isUrgent: boolean): void;
  [Symbol.dispose](): void;
}

const UNLIMITED: Slowdown = { urgent: 1, normal: 1 };

/** A frame costs its bytes, and these for the work that it makes: many small frames are limited as well. */
const FRAME_COST_BYTES = 2_000;
/** The newest interval counts for this share of what is known of the traffic. */
const NEWEST_SHARE = 0.4;
/** Requests that are not urgent keep this share of a budget: they become rare, and do not stop. */
const NORMAL_SHARE = 0.1;
/** Slowdowns are powers of it, so that agents are not told each small change. */
const STEP = 1.25;

const powerOf = (slowdown: number): number => STEP ** Math.ceil(Math.log(Math.max(1, slowdown)) / Math.log(STEP) - 0.5);

/**
 * Shares a budget so that small demands are met in full and the larger ones get equal parts of the rest (max-min
 * fairness).
 */
export function fairShares(budget: number, demands: readonly number[]): number[] {
  const shares = demands.map(() => 0);
  let left = budget;
  let open = demands.length;
  for (const [index, demand] of [...demands.entries()].toSorted(([, a], [, b]) => a - b)) {
    const share = Math.min(demand, left / open);
    shares[index] = share;
    left -= share;
    open -= 1;
  }
  return shares;
}

/** Urgent requests are slowed down only when they alone exceed what is left of the budget for them. */
export function slowdownFor(budget: number, { urgent, normal }: FrameDemand): Slowdown {
  if (urgent + normal <= budget) return UNLIMITED;
  const forUrgent = Math.min(urgent, budget - Math.min(normal, budget * NORMAL_SHARE));
  const forNormal = budget - forUrgent;
  return {
    urgent: urgent > forUrgent ? powerOf(urgent / forUrgent) : 1,
    normal: normal > forNormal ? powerOf(normal / forNormal) : 1,
  };
}

interface Counted {
  readonly company: CompanyPk;
  slowdown: Slowdown;
  /** Since the last update. */
  sent: { urgent: number; normal: number };
  /** Bytes a second that its requests would take if none was slowed down. */
  demand: { urgent: number; normal: number };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Keeps the frames that this gateway sends within its limits. The demand is computed from what was sent and how much
 * that was slowed down; when a limit is exceeded, the intervals of all requests that share it become longer by the same
 * factor.
 */
export function createFrameSlowdownCalculator(limits: FrameBandwidthLimits) {
  const browsers = new Set<Counted>();

  const measure = (browser: Counted, seconds: number) => {
    for (const kind of ['urgent', 'normal'] as const) {
      const demand = (browser.sent[kind] / seconds) * browser.slowdown[kind];
      browser.demand[kind] += (demand - browser.demand[kind]) * NEWEST_SHARE;
    }
    browser.sent = { urgent: 0, normal: 0 };
  };

  return {
    open(company: CompanyPk): BrowserFrameBudget {
      const counted: Counted = {
        company,
        slowdown: UNLIMITED,
        sent: { urgent: 0, normal: 0 },
        demand: { urgent: 0, normal: 0 },
      };
      browsers.add(counted);
      return {
        get slowdown() {
          return counted.slowdown;
        },
        count(bytes, isUrgent) {
          counted.sent[isUrgent ? 'urgent' : 'normal'] += bytes + FRAME_COST_BYTES;
        },
        [Symbol.dispose]: () => void browsers.delete(counted),
      };
    },
    /**
     * Adjusts the slowdowns to what was sent in the last seconds.
     * @returns bytes a second that the frames of each company cost
     */
    update(seconds: number): ReadonlyMap<CompanyPk, number> {
      const rates = new Map<CompanyPk, number>();
      const byCompany = new Map<CompanyPk, { browsers: Counted[]; demands: number[] }>();
      for (const browser of browsers) {
        const cost = browser.sent.urgent + browser.sent.normal;
        rates.set(browser.company, (rates.get(browser.company) ?? 0) + cost / seconds);
        measure(browser, seconds);
        const company = byCompany.get(browser.company) ?? { browsers: [], demands: [] };
        byCompany.set(browser.company, company);
        company.browsers.push(browser);
        company.demands.push(Math.min(limits.browser, browser.demand.urgent + browser.demand.normal));
      }
      const companies = [...byCompany];
      const shares = fairShares(
        limits.gateway,
        companies.map(([company, { demands }]) => Math.min(limits.company(company), sum(demands))),
      );
      for (const [index, [, company]] of companies.entries()) {
        const budgets = fairShares(shares[index] ?? 0, company.demands);
        for (const [place, browser] of company.browsers.entries())
          browser.slowdown = slowdownFor(budgets[place] ?? 0, browser.demand);
      }
      return rates;
    },
    /** The largest slowdown of a browser; 1 = all get what they request. */
    get slowdown(): number {
      let largest = 1;
      for (const { slowdown } of browsers) largest = Math.max(largest, slowdown.normal, slowdown.urgent);
      return largest;
    },
    get size() {
      return browsers.size;
    },
  };
}

export type FrameBudget = ReturnType<typeof createFrameSlowdownCalculator>;
