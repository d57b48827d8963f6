import { randomBytes } from 'node:crypto';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser, type Company, type Person } from './companies.ts';

export interface Colleague extends Person {
  readonly pk: number;
  readonly name: string;
}

interface Rights {
  name: string;
  department?: string;
  /** 1 ordinary, 6 sub-manager. */
  type?: 1 | 6;
  /** Decides requests. */
  approves?: boolean;
  /** Has to ask before using a device; of whom. */
  asks?: Colleague;
}

/** Somebody of the company, who sees the devices of its default group. */
export async function addColleague(stack: Stack, company: Company, rights: Rights): Promise<Colleague> {
  const { name, department = 'Support', type = 1, approves = false, asks } = rights;
  const id = `${name.split(' ')[0]?.toLowerCase()}-${randomBytes(3).toString('hex')}@vigil.test`;
  const password = 'Passw0rd!';
  const passwordHash = await hashPassword(password);
  const pk = await asSuperuser(stack, async (sql) => {
    const [user] = await sql<{ pk: number }[]>`
      insert into users (company_fk, mgrid, name, department, member_type_id, auth_val, use_approval_function,
        use_approval, approver_fk, password_hash)
      values (${company.pk}, ${id}, ${name}, ${department}, ${type}, 1, ${approves ? 1 : 0}, ${asks ? 1 : 0},
        ${asks?.pk ?? null}, ${passwordHash}) returning pk`;
    const made = user?.pk ?? 0;
    await sql`
      insert into group_members (company_fk, device_group_fk, member_fk)
      values (${company.pk}, ${company.home}, ${made})`;
    return made;
  });
  return { pk, id, password, name };
}

/** The company has a Basic licence from now on, which includes less. */
export const makeBasic = (stack: Stack, company: Company): Promise<unknown> =>
  asSuperuser(stack, (sql) => sql`update licences set type = 'Basic' where company_fk = ${company.pk}`);
