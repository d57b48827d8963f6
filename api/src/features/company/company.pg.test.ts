import { auditCode } from '@vigil/shared/contract/audit-codes';
import {
  exportCompanyData,
  keepCompany,
  requestCompanyDeletion,
  updateCompany,
} from '@vigil/shared/contract/http/company';
import { listExports } from '@vigil/shared/contract/http/exports';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { signIn } from '@vigil/shared/contract/http/sign-in';
import { companies } from '@vigil/shared/platform/db/schema/companies';
import { mails } from '@vigil/shared/platform/db/schema/mails';
import { audits } from '@vigil/shared/platform/db/schema/records';
import { users } from '@vigil/shared/platform/db/schema/users';
import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, guestTokenOf, PASSWORD, type TestCompany } from '../../testing/world.ts';
import { closeDueCompanies } from './company-closings.ts';

const test = apiTest();

const auditsOf = (api: TestApi, { pk }: TestCompany, code: number) =>
  api.deps.database.readAll((tx) =>
    tx
      .select({ oldValue: audits.oldValue, newValue: audits.newValue })
      .from(audits)
      .where(and(eq(audits.companyFk, pk), eq(audits.actNameId, code))),
  );
const profileOf = async (api: TestApi, token: string) => (await api.call(token, readProfile)).objects[0];
const readCompany = async (api: TestApi, { pk }: TestCompany) =>
  (await api.deps.database.readAll((tx) => tx.select().from(companies).where(eq(companies.pk, pk))))[0];
const nameOf = async (api: TestApi, company: TestCompany) => (await readCompany(api, company))?.name ?? '';

test('an administrator changes name and zone, which every user sees and the audit has', async ({ api, company }) => {
  const member = await addMember(api, company);
  const change = { company_name: '  한빛 물류 ', time_zone_id: 16 };
  expect(await api.call(company.admin, updateCompany, { body: change })).toMatchObject({
    objects: [{ company_name: '한빛 물류', time_zone: 'UTC' }],
  });
  expect(await profileOf(api, member.token)).toMatchObject({
    company_name: '한빛 물류',
    license: { time_zone: 'UTC' },
  });
  expect(await auditsOf(api, company, auditCode.companyChanged)).toEqual([
    { oldValue: expect.stringMatching(/^name: /u) as string, newValue: 'name: 한빛 물류' },
    { oldValue: 'time_zone: Asia/Seoul', newValue: 'time_zone: UTC' },
  ]);
  // The same again is no change.
  await api.call(company.admin, updateCompany, { body: change });
  expect(await auditsOf(api, company, auditCode.companyChanged)).toHaveLength(2);
});

test('a name with an address, no name, and a zone that does not exist are refused', async ({ api, company }) => {
  const before = await nameOf(api, company);
  const put = async (body: object) => {
    const { status, error } = await api.call(company.admin, updateCompany, { body });
    return [status, error?.code];
  };
  expect(await put({ company_name: 'see http://evil.example' })).toEqual([422, 'name_invalid']);
  expect(await put({ company_name: '   ' })).toEqual([422, 'name_requirement']);
  expect(await put({ company_name: 'x'.repeat(201) })).toEqual([400, 'malformed']);
  expect(await put({ time_zone_id: 0 })).toEqual([400, 'malformed']);
  expect(await put({ price: 'x|1' })).toEqual([400, 'malformed']);
  expect(await nameOf(api, company)).toBe(before);
});

test('all data is asked for with a password, and offered to that administrator only', async ({ api, company }) => {
  const ask = (token: string, origin_pw = PASSWORD) => api.call(token, exportCompanyData, { body: { origin_pw } });
  expect(await ask(company.admin, 'wrong')).toMatchObject({ error: { code: 'current_password_wrong' } });
  expect((await ask(await guestTokenOf(api, company))).status).toBe(403);
  const other = await addMember(api, company, { type: 'Manager', memberTypeId: 2 });
  const first = await ask(company.admin);
  expect(first).toMatchObject({ status: 200, objects: [expect.any(String)] });
  expect((await ask(company.admin)).objects).toEqual(first.objects);
  expect(await auditsOf(api, company, auditCode.companyExported)).toHaveLength(1);
  const listed = async (token: string) =>
    (await api.call(token, listExports)).objects.filter(({ export_id: kind }) => kind === 'companyData');
  expect(await listed(company.admin)).toMatchObject([{ file_name: expect.stringMatching(/\.zip$/u) as string }]);
  expect(await listed(other.token)).toEqual([]);
});

test('an account is set to be deleted by password and name, which all administrators are told and any may take back', async ({
  api,
}) => {
  const company = await addCompany(api);
  const other = await addMember(api, company, { type: 'Manager', memberTypeId: 2, langCode: 'ko' });
  const member = await addMember(api, company);
  await api.deps.database.asSystem((tx) =>
    tx
      .update(users)
      .set({ email: sql`mgrid`, emailVerifiedAt: new Date() })
      .where(eq(users.companyFk, company.pk)),
  );
  const mailed = async () => {
    const rows = await api.deps.database.readAll((tx) =>
      tx.select({ to: mails.to, subject: mails.subject }).from(mails).where(eq(mails.companyFk, company.pk)),
    );
    return rows.map(
      ({ to, subject }) => `${to} ${subject.includes('유지') || subject.includes('kept') ? 'kept' : 'asked'}`,
    );
  };
  const ask = (origin_pw: string, company_name: string) =>
    api.call(company.admin, requestCompanyDeletion, { body: { origin_pw, company_name } });
  const name = await nameOf(api, company);
  expect(await ask('wrong', name)).toMatchObject({ error: { code: 'current_password_wrong' } });
  expect(await ask(PASSWORD, `${name}?`)).toMatchObject({ error: { code: 'company_name_differs' } });
  expect(await profileOf(api, company.admin)).toMatchObject({ company_deletes_at: null });

  const asked = await ask(PASSWORD, name);
  const at = asked.objects[0]?.deletes_at ?? '';
  expect(Date.parse(at) - api.deps.now()).toBeGreaterThan(29.9 * 86_400_000);
  api.advance(1_000);
  // A repeated request does not put it off.
  expect((await ask(PASSWORD, name)).objects[0]?.deletes_at).toBe(at);
  expect((await mailed()).toSorted()).toEqual([`${company.adminId} asked`, `${other.id} asked`].toSorted());
  expect(await profileOf(api, other.token)).toMatchObject({ company_deletes_at: at });
  expect(await profileOf(api, member.token)).toMatchObject({ company_deletes_at: null });

  expect((await api.call(member.token, keepCompany)).status).toBe(403);
  expect((await api.call(other.token, keepCompany)).status).toBe(200);
  expect((await api.call(other.token, keepCompany)).status).toBe(404);
  expect(await profileOf(api, company.admin)).toMatchObject({ company_deletes_at: null });
  expect((await mailed()).filter((text) => text.endsWith('kept'))).toHaveLength(2);
  expect(await auditsOf(api, company, auditCode.companyDeletion)).toEqual([{ oldValue: null, newValue: at }]);
  expect(await auditsOf(api, company, auditCode.companyKept)).toEqual([{ oldValue: at, newValue: null }]);
});

test('an account whose day has come is closed: sessions end, nobody signs in, and the ID is as one that never existed', async ({
  api,
}) => {
  const company = await addCompany(api);
  const other = await addCompany(api);
  const name = await nameOf(api, company);
  await api.call(company.admin, requestCompanyDeletion, { body: { origin_pw: PASSWORD, company_name: name } });
  const days = (n: number) => ({ ...api.deps, now: () => Date.now() + n * 86_400_000 });
  await closeDueCompanies(days(29));
  expect((await profileOf(api, company.admin))?.company_name).toBe(name);
  await Promise.all([closeDueCompanies(days(31)), closeDueCompanies(days(31))]);
  expect((await api.call(company.admin, readProfile)).status).toBe(401);
  const attempt = async (mail: string) => {
    const { status, error } = await api.call(null, signIn, { body: { type: '1STEP', mail, pw: PASSWORD } });
    return [status, error?.code];
  };
  expect(await attempt(company.adminId)).toEqual(await attempt('nobody@vigil.test'));
  expect((await profileOf(api, other.admin))?.mgrid).toBe(other.adminId);
});
