import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, test as base } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';

const migration = new URL('./migrations/0042_audit_subjects.sql', import.meta.url);

/** Of the migration, the statements that change rows. */
const backfill = async () =>
  (await readFile(migration, 'utf8')).split('--> statement-breakpoint').filter((text) => /^UPDATE/mu.test(text));

type Row = Record<string, unknown>;
type Values = readonly [actName: number, old: string | null, next: string | null];
type Subject = readonly [kind: string | null, pk: number | null];

/** A company with a user, two groups and a log, beside another company. */
async function createAuditLog(sql: postgres.Sql) {
  const add = async (table: string, row: Row) => {
    const [{ pk }] = (await sql`insert into ${sql(table)} ${sql(row)} returning pk`) as unknown as [{ pk: number }];
    return pk;
  };
  const user = (company_fk: number, mgrid: string) =>
    add('users', { company_fk, mgrid, name: mgrid, password_hash: '', created_at: '2026-02-01' });
  const group = (company_fk: number, name: string, group_fk: number | null = null) =>
    add('device_groups', { company_fk, name, group_fk });

  const company = await add('companies', { name: 'own' });
  const other = await add('companies', { name: 'other' });
  const kim = await user(company, 'kim@vigil.test');
  await user(other, 'lee@vigil.test');
  const site = await group(company, 'Head office');
  const floor = await group(company, 'Floor 2', site);
  await group(other, 'Elsewhere');

  const expected: unknown[] = [];
  return {
    kim,
    site,
    floor,
    addGroup: (name: string) => group(company, name),
    /** An entry, and the subject that the migration has to give it. */
    async add([act_name_id, old_value, new_value]: Values, subject: Subject, more: Row = {}) {
      const row = { company_fk: company, act_type_id: 1, act_name_id, old_value, new_value };
      await add('audits', { ...row, reg_mail: 'kim@vigil.test', act_time: '2026-03-01', ...more });
      expected.push([act_name_id, old_value, new_value, ...subject]);
    },
    async expectSubjects() {
      expect(expected).not.toEqual([]);
      for (const statement of await backfill()) await sql.unsafe(statement);
      const rows = await sql`
        select act_name_id, old_value, new_value, subject_kind, subject_pk from audits order by pk`.values();
      expect(rows).toEqual(expected);
    },
  };
}

/* oxlint-disable-next-line eslint/no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs: none */
const test = base.extend('log', async ({}, { onCleanup }) => {
  const stored = await createTestDatabase();
  const sql = postgres(stored.adminUrl, { max: 1, onnotice: () => undefined });
  onCleanup(async () => {
    await sql.end();
    await stored[Symbol.asyncDispose]();
  });
  return createAuditLog(sql);
});

test('an entry of before about a user gets the user whose ID it names', async ({ log }) => {
  await log.add([41, 'kim@vigil.test phone: 1', 'kim@vigil.test phone: 2'], ['user', log.kim]);
  await log.add([49, 'kim@vigil.test: Head office', null], ['user', log.kim]);
  await log.add([76, null, 'Script: read; 2027-01-01'], ['user', log.kim]);
  await log.add([76, 'kim@vigil.test: Script', null], ['user', log.kim]);
  await log.add([93, null, 'kim@vigil.test'], ['user', log.kim]);
  await log.add([59, 'kim@vigil.test', '#1 approve: a – b'], ['user', log.kim]);
  await log.expectSubjects();
});

test('an ID that another user had, or nobody of the company has, names no user', async ({ log }) => {
  const beforeKim = { act_time: '2026-01-01' };
  await log.add([41, 'kim@vigil.test tel: 1', 'kim@vigil.test tel: 2'], ['user', null], beforeKim);
  await log.add([42, 'gone@vigil.test: Gone', 'gone@vigil.test: '], ['user', null]);
  await log.add([43, 'lee@vigil.test password: ', 'lee@vigil.test password: reset'], ['user', null]);
  await log.expectSubjects();
});

test('an entry about a policy names the policy alone', async ({ log }) => {
  await log.add([50, 'idle_time: 10', 'idle_time: 20'], ['policy', null]);
  await log.add([51, null, '10.0.0.1'], ['policy', null]);
  await log.expectSubjects();
});

test('an entry about a group gets the group of its path, in its own company', async ({ log }) => {
  await log.add([89, null, 'Head office/Floor 2'], ['group', log.floor]);
  await log.add([90, 'Head office manager_name: a', 'Head office manager_name: b'], ['group', log.site]);
  await log.add([92, null, 'Head office/Floor 2 IW2: 90'], ['group', log.floor]);
  const config = ['{"group":"Head office","config":null}', '{"group":"Head office","config":"A"}'] as const;
  await log.add([80, ...config], ['group', log.site]);
  await log.add([89, null, 'Elsewhere'], ['group', null]);
  await log.expectSubjects();
});

test('a path that two groups have had names the one that has it now, from its own time on', async ({ log }) => {
  const reused = await log.addGroup('Reused');
  await log.add([89, null, 'Reused'], ['group', null]);
  await log.add([91, 'Reused', null], ['group', null], { act_time: '2026-03-02' });
  await log.add([89, null, 'Reused'], ['group', reused], { act_time: '2026-03-03' });
  await log.add([90, 'Reused/Low name: Low', 'Reused/Low name: Lower'], ['group', null], { act_time: '2026-03-04' });
  await log.expectSubjects();
});

test('an entry about something else gets no subject', async ({ log }) => {
  await log.add([80, null, '{"name":"Lobby"}'], [null, null]);
  await log.add([11, 'a', 'b'], [null, null], { device_pk: 5 });
  await log.add([65, null, 'deviceTable'], [null, null]);
  await log.expectSubjects();
});
