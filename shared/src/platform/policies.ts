import { eq } from 'drizzle-orm';
import type { CompanyPk } from '../contract/ids.ts';
import { isPasswordLevel, SIGN_UP_LEVEL } from '../domain/password-rules.ts';
import type { PasswordLevel } from '../contract/credentials.ts';
import type { Tx } from './db/client.ts';
import { policies } from './db/schema/policies.ts';

export type CompanyPolicies = Omit<typeof policies.$inferSelect, 'companyFk'>;

/** The policies of a company that has set none, in minutes, attempts, days and months. */
export const DEFAULT_POLICIES: CompanyPolicies = {
  fileTransfer: 1,
  blockNum: 5,
  passwordChangeLimit: 0,
  idleTime: 0,
  sessionTime: 0,
  minOsMajor: 0,
  minOsMinor: 0,
  vaccine: '',
  capture: 1,
  displayPowerSave: 0,
  systemPowerSave: 0,
  securityAgreement: 0,
  passwordLevel: 3,
  selfUnlock: 1,
  agentRestartTime: null,
  statisticsDeletePeriod: 12,
  externalAccess: 1,
};

export async function readPolicies(tx: Tx, company: CompanyPk): Promise<CompanyPolicies> {
  const [row] = await tx.select().from(policies).where(eq(policies.companyFk, company));
  return row ?? DEFAULT_POLICIES;
}

/** The member types whose passwords follow the company's level; any other follows that of sign-up (spec 2 §5). */
const followsCompany = new Set([1, 2, 6]);

export function passwordLevelOf(
  memberType: number,
  { passwordLevel }: Pick<CompanyPolicies, 'passwordLevel'>,
): PasswordLevel {
  return followsCompany.has(memberType) && isPasswordLevel(passwordLevel) ? passwordLevel : SIGN_UP_LEVEL;
}
