import { openSessionByInvitation } from '@vigil/shared/contract/http/partners';
import { hashToken } from '@vigil/shared/platform/tokens';
import { connectClient, type Client } from '../../support/client.ts';
import type { Stack } from '../../support/stack.ts';
import { asSuperuser } from '../../support/superuser.ts';
import type { TestUser } from './companies.ts';
import { uniqueId } from './users.ts';

/** Creates an invitation as the operator's command does, and answers its code. */
export async function invite(stack: Stack, { id }: TestUser, validity = '1 hour'): Promise<string> {
  const code = uniqueId('INVITED').toUpperCase();
  const hash = hashToken(code.replaceAll(/[^A-Z0-9]/gu, ''));
  await asSuperuser(
    stack,
    (sql) => sql`
      insert into invitations (company_fk, user_fk, code_hash, expires_at)
      select company_fk, pk, ${hash}, now() + ${validity}::interval from users where mgrid = ${id}`,
  );
  return code;
}

/** Opens a session by invitation, with the rights of this user. */
export async function signInAsGuest(stack: Stack, user: TestUser, validity?: string): Promise<Client> {
  const { objects } = await stack.publicClient.call(openSessionByInvitation, {
    body: { code: await invite(stack, user, validity) },
  });
  return connectClient(stack.url, objects.token);
}
