import { randomBytes } from 'node:crypto';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser, type Company, type Person } from './companies.ts';

/** Columns of a user that a test is about. */
export interface PersonColumns {
  email?: string;
  email_verified_at?: Date | null;
  active?: boolean;
  member_type_id?: number;
  flag_use_otp?: number;
  password_changed_at?: Date;
  /** In which mails are written that nobody on a page asks for. */
  lang_code?: string;
}

const PASSWORD = 'Passw0rd!';

export const uniqueId = (role: string): string => `${role}-${randomBytes(4).toString('hex')}`;

/** A member of a company; verified, unless the columns say otherwise. */
export async function addPerson(stack: Stack, company: Company, columns: PersonColumns = {}): Promise<Person> {
  const id = uniqueId('person');
  const password_hash = await hashPassword(PASSWORD);
  const row = { company_fk: company.pk, mgrid: id, name: 'Jun Sato', password_hash, email_verified_at: new Date() };
  await asSuperuser(stack, (sql) => sql`insert into users ${sql({ ...row, ...columns })}`);
  return { id, password: PASSWORD };
}

/** What a company demands of its people from now on. */
export const setPolicies = (stack: Stack, company: Company, policies: Readonly<Record<string, number>>) =>
  asSuperuser(
    stack,
    (sql) => sql`
      insert into policies ${sql({ company_fk: company.pk, ...policies })}
      on conflict (company_fk) do update set ${sql(policies)}`,
  );

/** A company whose rules keep out, or alone let in, one address. */
export const setIpRule = (stack: Stack, company: Company, { block, address }: { block: 0 | 1; address: string }) =>
  asSuperuser(stack, async (sql) => {
    await sql`insert into ip_policies ${sql({ company_fk: company.pk, policy_use: 1, block })}`;
    await sql`insert into ip_rules ${sql({ company_fk: company.pk, start_ip_address: address })}`;
  });
