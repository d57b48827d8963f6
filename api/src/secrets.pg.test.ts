import { mailLoginId, recoverAccount } from '@vigil/shared/contract/http/accounts';
import { readProfile, updateProfile } from '@vigil/shared/contract/http/profile';
import { readUserOfSignInLink, signIn } from '@vigil/shared/contract/http/sign-in';
import { createLog } from '@vigil/shared/platform/log';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keyIn, newestMail } from './testing/mails.ts';
import { startTestApi } from './testing/test-api.ts';
import { addCompany, addMember, PASSWORD } from './testing/world.ts';

test('no secret of a request or reply is written into the log', async () => {
  const lines: string[] = [];
  const log = createLog('api', 'trace', { write: (line) => void lines.push(line) });
  await using api = await startTestApi({}, log);
  const company = await addCompany(api);
  const email = 'kim@vigil.test';
  const member = await addMember(api, company, { email, emailVerifiedAt: new Date() });
  const wrong = 'Wr0ng-Secret';
  await api.call(null, signIn, { body: { type: '1STEP', mail: member.id, pw: wrong } });
  await api.call(null, recoverAccount, { body: { type: 'send', key: member.id } });
  const key = keyIn(await newestMail(api, email));
  await api.call(null, readUserOfSignInLink, { query: { token: key } });
  await api.call(null, signIn, { body: { type: 'LINK', key } });
  await api.call(null, recoverAccount, { body: { type: 'set', key, pw: wrong.toLowerCase() } });
  await api.call(member.token, updateProfile, { body: { name: 'pw', value: wrong, origin_pw: PASSWORD } });
  await api.call(`${member.token}x`, readProfile);
  // Now everything that writes a mail fails, with the mail in its hands.
  await api.deps.database.asSystem((tx) =>
    tx.execute(sql`alter table mails add constraint none check (pk < 0) not valid`),
  );
  const failed = await api.call(null, mailLoginId, { body: { email } });
  expect(failed.status).toBe(500);
  await api.app.inject({
    method: 'GET',
    url: `/lmm/api/v1.0/auth_token?token=${key}`,
    headers: { 'accept-language': 'ja' },
  });
  const text = lines.join('');
  expect(text).toContain('request failed');
  for (const secret of [key, wrong, PASSWORD, member.token, member.token.split('.')[2] ?? member.token, member.id]) {
    expect(text).not.toContain(secret);
  }
});
