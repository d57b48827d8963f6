import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../tests/support/database.ts';

const migration = new URL('./migrations/0042_audit_subjects.sql', import.meta.url);

/** Of the migration, the statements that change rows. */
const backfill = async () =>
  (await readFile(migration, 'utf8')).split('--> statement-breakpoint').filter((text) => /^UPDATE/mu.test(text));

test('entries of before get the subject that they name', async () => {
  await using stored = await createTestDatabase();
  const sql = postgres(stored.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const add = async (table: string, row: Record<string, unknown>) => {
      const [{ pk }] = (await sql`insert into ${sql(table)} ${sql(row)} returning pk`) as unknown as [{ pk: number }];
      return pk;
    };
    const company = await add('companies', { name: 'own' });
    const other = await add('companies', { name: 'other' });
    const user = async (company_fk: number, mgrid: string) =>
      add('users', { company_fk, mgrid, name: mgrid, password_hash: '', created_at: '2026-02-01' });
    const kim = await user(company, 'kim@vigil.test');
    await user(other, 'lee@vigil.test');
    const group = (company_fk: number, name: string, group_fk: number | null = null) =>
      add('device_groups', { company_fk, name, group_fk });
    const site = await group(company, 'Head office');
    const floor = await group(company, 'Floor 2', site);
    const reused = await group(company, 'Reused');
    await group(other, 'Elsewhere');

    const expected: unknown[] = [];
    const entry = async (
      [act_name_id, old_value, new_value]: readonly [number, string | null, string | null],
      subject: readonly [string | null, number | null],
      more: Record<string, unknown> = {},
    ) => {
      const row = { company_fk: company, act_type_id: 1, act_name_id, old_value, new_value };
      await add('audits', { ...row, reg_mail: 'kim@vigil.test', act_time: '2026-03-01', ...more });
      expected.push([act_name_id, old_value, new_value, ...subject]);
    };
    await entry([41, 'kim@vigil.test phone: 1', 'kim@vigil.test phone: 2'], ['user', kim]);
    await entry([49, 'kim@vigil.test: Head office', null], ['user', kim]);
    await entry([76, null, 'Script: read; 2027-01-01'], ['user', kim]);
    await entry([76, 'kim@vigil.test: Script', null], ['user', kim]);
    await entry([93, null, 'kim@vigil.test'], ['user', kim]);
    await entry([59, 'kim@vigil.test', '#1 approve: a – b'], ['user', kim]);
    // Of another user who had the ID before, of one who is gone, and of one of another company.
    await entry([41, 'kim@vigil.test tel: 1', 'kim@vigil.test tel: 2'], ['user', null], { act_time: '2026-01-01' });
    await entry([42, 'gone@vigil.test: Gone', 'gone@vigil.test: '], ['user', null]);
    await entry([43, 'lee@vigil.test password: ', 'lee@vigil.test password: reset'], ['user', null]);
    await entry([50, 'idle_time: 10', 'idle_time: 20'], ['policy', null]);
    await entry([51, null, '10.0.0.1'], ['policy', null]);
    await entry([89, null, 'Head office/Floor 2'], ['group', floor]);
    await entry([90, 'Head office manager_name: a', 'Head office manager_name: b'], ['group', site]);
    await entry([92, null, 'Head office/Floor 2 IW2: 90'], ['group', floor]);
    await entry([80, '{"group":"Head office","config":null}', '{"group":"Head office","config":"A"}'], ['group', site]);
    await entry([89, null, 'Elsewhere'], ['group', null]);
    // Two groups have had the path.
    await entry([89, null, 'Reused'], ['group', null]);
    await entry([91, 'Reused', null], ['group', null], { act_time: '2026-03-02' });
    await entry([89, null, 'Reused'], ['group', reused], { act_time: '2026-03-03' });
    await entry([90, 'Reused/Low name: Low', 'Reused/Low name: Lower'], ['group', null], { act_time: '2026-03-04' });
    await entry([80, null, '{"name":"Lobby"}'], [null, null]);
    await entry([11, 'a', 'b'], [null, null], { device_pk: 5 });
    await entry([65, null, 'deviceTable'], [null, null]);

    for (const statement of await backfill()) await sql.unsafe(statement);
    const rows = await sql`
      select act_name_id, old_value, new_value, subject_kind, subject_pk from audits order by pk`.values();
    expect(rows).toEqual(expected);
  } finally {
    await sql.end();
  }
});
