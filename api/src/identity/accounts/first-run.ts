import { isAllowedLoginId } from '@vigil/shared/domain/login-id';
import { meetsPasswordRequirements, INITIAL_PASSWORD_RULE } from '@vigil/shared/domain/password-rules';
import type { SystemDatabase } from '@vigil/shared/platform/db/client';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { hashPassword } from '@vigil/shared/platform/passwords';
import { count } from 'drizzle-orm';
import { createCompany } from './create-company.ts';
import { randomPassword } from './random-password.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

export interface FirstRunResult {
  readonly created: boolean;
  readonly company_pk: number;
  readonly admin_id: string;
  /** Only if it was generated here. */
  readonly password?: string;
}

/** Creates the first company of an empty installation; changes nothing in one that has a company. */
export async function ensureFirstCompany(
  database: SystemDatabase,
  { adminId, adminPassword }: { adminId: string; adminPassword: string | undefined },
): Promise<FirstRunResult> {
  return database.asSystem(async (tx) => {
    const [existing] = await tx.select({ count: count() }).from(companies);
    if ((existing?.count ?? 0) > 0) {
      const [first] = await tx
        .select({ company: users.companyFk, mgrid: users.mgrid })
        .from(users)
        .orderBy(users.pk)
        .limit(1);
      return { created: false, company_pk: first?.company ?? 0, admin_id: first?.mgrid ?? '' };
    }
    if (!isAllowedLoginId(adminId)) throw new Error('ADMIN_ID is not a valid ID, or looks like a web address');
    const password = adminPassword ?? randomPassword();
    if (!meetsPasswordRequirements(password, INITIAL_PASSWORD_RULE))
      throw new Error('ADMIN_PASSWORD does not meet the password rule');
    const licence = { type: 'Corporate', devices: 200_000, days: YEAR_MS / (24 * 3_600_000) } as const;
    const adminPasswordHash = await hashPassword(password);
    const company = await createCompany(tx, { name: 'Vigil', adminId, adminPasswordHash, licence }, Date.now());
    return {
      created: true,
      company_pk: company,
      admin_id: adminId,
      ...(adminPassword === undefined ? { password } : {}),
    };
  });
}
