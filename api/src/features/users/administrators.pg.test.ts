import { auditCode } from '@vigil/shared/contract/audit-codes';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { updateUser } from '@vigil/shared/contract/http/user-changes';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { mailsTo, newestMail } from '../../testing/mails.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { addCompany, addMember, PASSWORD, type TestUser } from '../../testing/world.ts';

const test = apiTest();
let api: TestApi;
test.beforeAll(({ api: started }) => {
  api = started;
});

const administrator = { type: 'Manager', memberTypeId: 2 } as const;
const confirmed = (email: string) => ({ email, emailVerifiedAt: new Date() });
const change = (token: string, { pk }: Pick<TestUser, 'pk'>, user_type: 1 | 2, origin_pw = PASSWORD) =>
  api.call(token, updateUser, { params: { pk: String(pk) }, body: { user_type, origin_pw } });

test('an administrator makes another one with their own password, and every administrator is told', async () => {
  const two = await addCompany(api);
  const member = await addMember(api, two, confirmed('new-admin@vigil.test'));
  await addMember(api, two, { ...administrator, ...confirmed('other-admin@vigil.test') });
  await addMember(api, two, confirmed('member@vigil.test'));

  expect((await change(two.admin, member, 2, 'Wr0ng-pass!')).error).toMatchObject({
    code: 'current_password_wrong',
    field: 'body.origin_pw',
  });
  expect((await change(two.admin, member, 2)).objects).toMatchObject([{ pk: member.pk, member_type_id: 2 }]);
  for (const address of ['new-admin@vigil.test', 'other-admin@vigil.test'])
    expect((await newestMail(api, address)).text.replaceAll(/\p{Cf}/gu, '')).toContain(member.id);
  expect(await mailsTo(api, 'member@vigil.test')).toEqual([]);
  const { objects } = await api.call(two.admin, listAudits);
  const changes = objects.filter(({ act_name_id }) => act_name_id === auditCode.userChange);
  expect(changes).toMatchObject([{ old_value: `${member.id} user_type: 1`, new_value: `${member.id} user_type: 2` }]);

  // Repeated, it changes nothing and tells nobody.
  expect((await change(two.admin, member, 2)).status).toBe(200);
  await newestMail(api, 'other-admin@vigil.test', 1);
  expect((await change(two.admin, member, 1)).objects).toMatchObject([{ member_type_id: 1 }]);
  for (const address of ['new-admin@vigil.test', 'other-admin@vigil.test']) await newestMail(api, address, 2);
});

test('the role of an administrator is not changed without the password, by oneself, by others or by a token', async () => {
  const two = await addCompany(api);
  const [member, other] = [await addMember(api, two), await addMember(api, two, administrator)];
  const refusal = async (token: string, user: TestUser, type: 1 | 2) => (await change(token, user, type)).error;
  for (const [user, user_type] of [
    [member, 2],
    [other, 1],
  ] as const) {
    const body = { user_type };
    const { error } = await api.call(two.admin, updateUser, { params: { pk: String(user.pk) }, body });
    expect(error).toMatchObject({ code: 'not_allowed', detail: 'type' });
  }
  expect(await refusal(other.token, other, 1)).toMatchObject({ code: 'not_allowed', detail: 'self' });
  const head = await addMember(api, two, { memberTypeId: 6, useApprovalFunction: 1 });
  const own = await addMember(api, two, { approverFk: head.pk });
  expect(await refusal(head.token, own, 2)).toMatchObject({ code: 'not_allowed', detail: 'isAdmin' });
  const scopes = ['read', 'commands', 'administration'] as const;
  const body = { name: 'role', scopes: [...scopes], expires_in_d: 30, origin_pw: PASSWORD };
  const { api_token } = (await api.call(other.token, createApiToken, { body })).objects;
  expect(await refusal(api_token, member, 2)).toMatchObject({ code: 'token_not_allowed' });
});
