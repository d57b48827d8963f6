import type { CompanyPk } from '@vigil/shared/contract/ids';
import type { Language } from '@vigil/shared/contract/languages';
import type { PasswordMax } from '@vigil/shared/contract/password-maxima';
import { Problem } from '@vigil/shared/contract/problems';
import { defaultNonAdminLimit, type LicenceType } from '@vigil/shared/domain/licences';
import { memberTypeColumns, memberTypes } from '@vigil/shared/domain/member-types';
import type { Tx } from '@vigil/shared/platform/db/client';
import { appConfigs } from '@vigil/shared/platform/db/schema/app-configs';
import { companies, licences } from '@vigil/shared/platform/db/schema/companies';
import { deviceGroups } from '@vigil/shared/platform/db/schema/devices';
import { policies } from '@vigil/shared/platform/db/schema/policies';
import { users } from '@vigil/shared/platform/db/schema/users';
import { insertDefaultThresholds } from '@vigil/shared/platform/default-thresholds';
import { sql } from 'drizzle-orm';

/** The reserved group that every company has (spec 2 §3). */
const DEFAULT_GROUP = 'ROOT';
const DAY_MS = 24 * 3_600_000;

/** Details of the first Manager; an account without them needs no verification mail. */
export interface AdminDetails {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly langCode: Language;
  readonly timeZoneId: number;
}

export interface NewCompany {
  readonly name: string;
  readonly website?: string;
  /** How a visitor signed up; left out for one that an operator makes. */
  readonly origin?: Pick<typeof companies.$inferInsert, 'subscription' | 'useFor' | 'pcanyUser'>;
  readonly adminId: string;
  readonly adminPasswordHash: string;
  readonly adminDetails?: AdminDetails;
  /** The most characters of its passwords; the default without it. */
  readonly passwordMax?: PasswordMax;
  /** Without `nonAdmins` the licence admits as many users beside administrators as its type and volume do. */
  readonly licence: { type: LicenceType; devices: number; nonAdmins?: number | undefined; days: number };
}

/** The Manager of a new installation is known; a user who signs up has yet to verify the address. */
const adminColumns = ({ adminId, adminDetails }: NewCompany, now: number) =>
  adminDetails ?? {
    name: 'Administrator',
    email: adminId.includes('@') ? adminId : '',
    emailVerifiedAt: new Date(now),
  };

const NEW_PK = sql<CompanyPk>`coalesce(
  nullif(nullif(current_setting('app.company', true), 'all'), '')::int, nextval('companies_pk_seq')
)`;

/**
 * A company with its default group, which has thresholds, its configuration, its licence and its first Manager.
 * @throws Problem `id_exist` when the ID was taken meanwhile
 */
export async function createCompany(tx: Tx, company: NewCompany, now: number): Promise<CompanyPk> {
  const [row] = await tx
    .insert(companies)
    // A scope of one company is the pk that was drawn for it; in the scope of the system one is drawn here.
    .values({ pk: NEW_PK, name: company.name, website: company.website ?? '', ...company.origin })
    .returning({ pk: companies.pk });
  if (!row) throw new Error('the company was not stored');
  const companyFk = row.pk;
  const [group] = await tx
    .insert(deviceGroups)
    .values({ companyFk, name: DEFAULT_GROUP, isDefault: 1 })
    .returning({ pk: deviceGroups.pk });
  if (!group) throw new Error('the group was not stored');
  await insertDefaultThresholds(tx, companyFk, group.pk);
  if (company.passwordMax !== undefined)
    await tx.insert(policies).values({ companyFk, passwordMax: company.passwordMax });
  await tx.insert(appConfigs).values({ companyFk, name: 'Default', isDefault: 1 });
  const { type, devices, nonAdmins = defaultNonAdminLimit(type, devices), days } = company.licence;
  await tx.insert(licences).values({
    companyFk,
    type,
    deviceVolume: devices,
    nonAdminLimit: nonAdmins,
    startsAt: new Date(now),
    expiresAt: new Date(now + days * DAY_MS),
  });
  const stored = await tx
    .insert(users)
    .values({
      companyFk,
      mgrid: company.adminId,
      passwordHash: company.adminPasswordHash,
      ...memberTypeColumns[memberTypes.admin],
      authVal: 15,
      ...adminColumns(company, now),
    })
    .onConflictDoNothing({ target: users.mgrid })
    .returning({ pk: users.pk });
  if (stored.length === 0) throw new Problem('id_exist', { field: 'body.mgrid' });
  return companyFk;
}
