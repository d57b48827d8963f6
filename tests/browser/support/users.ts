import { randomBytes } from 'node:crypto';
import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { hashPassword } from '@vigil/shared/platform/passwords';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';
import type { Company, TestUser } from './companies.ts';

/** Columns of a user that a test is about. */
export interface UserColumns {
  email?: string;
  email_verified_at?: Date | null;
  active?: boolean;
  member_type_id?: number;
  flag_use_otp?: number;
  password_changed_at?: Date;
  /** Language of mails that no page of the user has asked for. */
  lang_code?: string;
}

const PASSWORD = 'Passw0rd!';

export const uniqueId = (role: string): string => `${role}-${randomBytes(4).toString('hex')}`;

/** A member of a company; verified, unless the columns say otherwise. */
export async function addUser(stack: Stack, company: Company, columns: UserColumns = {}): Promise<TestUser> {
  const id = uniqueId('person');
  const password_hash = await hashPassword(PASSWORD);
  const row = { company_fk: company.pk, mgrid: id, name: 'Jun Sato', password_hash, email_verified_at: new Date() };
  await asSuperuser(stack, (sql) => sql`insert into users ${sql({ ...row, ...columns })}`);
  return { id, password: PASSWORD };
}

/** Changes the policies of a company. */
export const setPolicies = (stack: Stack, company: Company, policies: Readonly<Record<string, number>>) =>
  asSuperuser(
    stack,
    (sql) => sql`
      insert into policies ${sql({ company_fk: company.pk, ...policies })}
      on conflict (company_fk) do update set ${sql(policies)}`,
  );

/** Blocks one address for a company, or allows only that one. */
export async function setIpRule({ client }: Company, { block, address }: { block: 0 | 1; address: string }) {
  await client.call(changeIpPolicy, { body: { type: 'post', start_ip_address: address } });
  const set = { type: 'set', policy_use: 1, block } as const;
  const { objects } = await client.call(changeIpPolicy, { body: { ...set, preview: 1 } });
  await client.call(changeIpPolicy, { body: { ...set, confirm: objects.ends.count } });
}

/** A user whom a test knows by name, for approvals and rights. */
export interface NamedUser extends TestUser {
  readonly pk: number;
  readonly name: string;
}

interface Rights {
  name: string;
  department?: string;
  /** 1 ordinary, 6 sub-manager. */
  type?: 1 | 6;
  /** May decide access requests. */
  approves?: boolean;
  /** The approver whom the user, who may control devices, has to ask before using one. */
  asks?: NamedUser;
}

/** Adds a user who may see the devices of the default group. */
export async function addNamedUser(stack: Stack, company: Company, rights: Rights): Promise<NamedUser> {
  const { name, department = 'Support', type = 1, approves = false, asks } = rights;
  const id = `${name.split(' ')[0]?.toLowerCase()}-${randomBytes(3).toString('hex')}@vigil.test`;
  const password = 'Passw0rd!';
  const passwordHash = await hashPassword(password);
  const pk = await asSuperuser(stack, async (sql) => {
    const [user] = await sql<{ pk: number }[]>`
      insert into users (company_fk, mgrid, name, department, member_type_id, auth_val, use_approval_function,
        use_approval, auth_remotecontrol, approver_fk, password_hash)
      values (${company.pk}, ${id}, ${name}, ${department}, ${type}, 1, ${approves ? 1 : 0}, ${asks ? 1 : 0}, ${asks ? 1 : 0},
        ${asks?.pk ?? null}, ${passwordHash}) returning pk`;
    const userPk = user?.pk ?? 0;
    await sql`
      insert into group_members (company_fk, device_group_fk, member_fk)
      values (${company.pk}, ${company.home}, ${userPk})`;
    return userPk;
  });
  return { pk, id, password, name };
}

/** Gives the company a Basic licence, which includes fewer functions. */
export const makeBasic = (stack: Stack, company: Company): Promise<unknown> =>
  asSuperuser(stack, (sql) => sql`update licences set type = 'Basic' where company_fk = ${company.pk}`);
