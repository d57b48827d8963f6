import { changeIpPolicy } from '@vigil/shared/contract/http/ip-policy';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { eventually } from '../support/eventually.ts';
import { openSocket } from '../support/sockets.ts';
import { startStack } from '../support/stack.ts';

test('a rule ends open sessions and their sockets on all gateways, and an operator opens the way back', async () => {
  await using stack = await startStack({ gateways: 2, workers: 0 });
  const author = await stack.signIn();
  const other = await stack.signIn();
  const sockets = await Promise.all(
    [stack, ...stack.gateways].map(({ url }) => openSocket(`${url}/console`, { auth: { token: other.token } })),
  );

  await author.call(changeIpPolicy, { body: { type: 'post', start_ip_address: '127.0.0.1' } });
  await author.call(changeIpPolicy, { body: { type: 'set', policy_use: 1, block: 1, confirm: 2 } });
  await expect(other.call(readProfile)).rejects.toMatchObject({ status: 401 });
  await eventually(() => {
    for (const { socket, received } of sockets) {
      expect(received('session_ended')).toEqual([{ reason: 'policy' }]);
      expect(socket.connected).toBe(false);
    }
  });
  await expect(stack.signIn().then((client) => client.call(readProfile))).rejects.toMatchObject({ status: 401 });

  const pk = z.array(z.object({ pk: z.int() })).parse(await stack.operator.json(['companies', 'list']))[0]?.pk ?? 0;
  await stack.operator.json(['policies', 'set', String(pk), '--policy-use', '0']);
  expect((await (await stack.signIn()).call(readProfile)).objects).toBeDefined();
});
