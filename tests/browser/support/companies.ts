import { randomBytes } from 'node:crypto';
import { GroupPk } from '@vigil/shared/contract/ids';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';

export interface TestUser {
  readonly id: string;
  readonly password: string;
}

/** A company with nothing in it but its default group and its first administrator. */
export interface Company {
  readonly pk: number;
  readonly home: GroupPk;
  readonly admin: TestUser;
  /** Signed in as the administrator. */
  readonly client: Client;
}

const PASSWORD = 'Passw0rd!';
const A_YEAR = '1 year';

const newUser = (role: string): TestUser => ({
  id: `${role}-${randomBytes(4).toString('hex')}@vigil.test`,
  password: PASSWORD,
});

/** Each file of tests has one of its own, so that none sees what another one does. */
export async function addCompany(stack: Stack): Promise<Company> {
  const admin = newUser('admin');
  const passwordHash = await hashPassword(admin.password);
  const made = await asSuperuser(stack, async (sql) => {
    const [company] = await sql<{ pk: number }[]>`insert into companies (name) values (${'Northwind'}) returning pk`;
    const pk = company?.pk ?? 0;
    const [home] = await sql<{ pk: number }[]>`
      insert into device_groups (company_fk, name, flag_df_group) values (${pk}, 'ROOT', 1) returning pk`;
    await sql`insert into app_configs (company_fk, config_name, flag_df_config) values (${pk}, 'Default', 1)`;
    await sql`
      insert into licences (company_fk, type, device_volume, manager_limit, expires_at)
      values (${pk}, 'Corporate', 10000, 100, now() + ${A_YEAR}::interval)`;
    await sql`
      insert into users (company_fk, mgrid, name, type, member_type_id, auth_val, password_hash)
      values (${pk}, ${admin.id}, 'Mina Park', 'Manager', 2, 15, ${passwordHash})`;
    return { pk, home: GroupPk.parse(home?.pk) };
  });
  return { ...made, admin, client: await stack.signIn(admin) };
}

/** A member who monitors the devices of these groups, and may do nothing else. */
export async function addMember(stack: Stack, company: Company, groups: readonly GroupPk[]): Promise<TestUser> {
  const member = newUser('member');
  const passwordHash = await hashPassword(member.password);
  await asSuperuser(stack, async (sql) => {
    const [user] = await sql<{ pk: number }[]>`
      insert into users (company_fk, mgrid, name, password_hash)
      values (${company.pk}, ${member.id}, 'Jun Sato', ${passwordHash}) returning pk`;
    for (const group of groups) {
      await sql`
        insert into group_members (company_fk, device_group_fk, member_fk)
        values (${company.pk}, ${group}, ${user?.pk ?? 0})`;
    }
  });
  return member;
}
