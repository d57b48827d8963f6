import { auditCode } from '@vigil/shared/contract/audit-codes';
import { createApiToken } from '@vigil/shared/contract/http/api-tokens';
import { listAudits } from '@vigil/shared/contract/http/audits';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { endSessionsOfUser } from '@vigil/shared/contract/http/user-changes';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { busChannels } from '@vigil/shared/platform/bus/channels';
import { expect } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { apiTest } from '../../testing/fixture.ts';
import { addCompany, addMember, PASSWORD, tokenOf } from '../../testing/world.ts';

const test = apiTest();

test('an administrator signs a user out everywhere: sessions and sockets end, API tokens are revoked, and it is audited', async ({
  api,
}) => {
  const company = await addCompany(api);
  const member = await addMember(api, company, { name: 'Kim' });
  const second = await tokenOf(api, member.id);
  const body = { name: 'script', scopes: ['read' as const], expires_in_d: 1, origin_pw: PASSWORD };
  expect((await api.call(member.token, createApiToken, { body })).status).toBe(200);
  const published: string[] = [];
  await createSubscriber(api.deps)(busChannels.sessions, (message) => {
    if (message.t === 'session_ended') published.push(message.reason);
  });
  const params = { pk: String(member.pk) };
  expect((await api.call(member.token, endSessionsOfUser, { params })).status).toBe(403);
  expect((await api.call(company.admin, endSessionsOfUser, { params })).objects).toEqual([
    { ended: 2, tokens_revoked: 1 },
  ]);
  for (const token of [member.token, second])
    expect((await api.call(token, readProfile)).error).toMatchObject({
      code: 'session_invalid',
      detail: 'administrator',
    });
  await eventually(() => expect(published).toEqual(['administrator', 'administrator']));
  const { objects } = await api.call(company.admin, listAudits, { query: { q: auditCode.userChange } });
  expect(objects[0]).toMatchObject({
    subject_pk: member.pk,
    old_value: expect.stringContaining('sessions') as unknown,
  });
  expect((await api.call(company.admin, listAudits, { query: { q: auditCode.apiToken } })).objects).toHaveLength(2);
  // A user without sessions has none to end.
  expect((await api.call(company.admin, endSessionsOfUser, { params })).objects).toEqual([
    { ended: 0, tokens_revoked: 0 },
  ]);
});

test('nobody signs out themselves here, and nobody of another company', async ({ api }) => {
  const [company, other] = [await addCompany(api), await addCompany(api)];
  const stranger = await addMember(api, other);
  const { objects } = await api.call(company.admin, readProfile);
  const own = { params: { pk: String(objects[0]?.pk) } };
  expect((await api.call(company.admin, endSessionsOfUser, own)).error).toMatchObject({
    code: 'not_allowed',
    detail: 'self',
  });
  const foreign = { params: { pk: String(stranger.pk) } };
  expect((await api.call(company.admin, endSessionsOfUser, foreign)).error?.code).toBe('not_found');
});
