export interface TickedAgreements {
  all: boolean;
  use: boolean;
  privacy: boolean;
}

export const nothingAgreed: TickedAgreements = { all: false, use: false, privacy: false };

/** "All" sets both; unticking either clears it; both ticked set it (spec 1 §2). */
export function toggleAgreement(before: TickedAgreements, change: Partial<TickedAgreements>): TickedAgreements {
  if (change.all !== undefined) return { all: change.all, use: change.all, privacy: change.all };
  const { use, privacy } = { ...before, ...change };
  return { all: use && privacy, use, privacy };
}
