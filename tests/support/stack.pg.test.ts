import { readProfile } from '@vigil/shared/contract/http/profile';
import { eventually } from './eventually.ts';
import { expect, test } from './system-test.ts';

test('a stack serves sign-in through its reverse proxy, and comes back after kills', async ({ start }) => {
  const stack = await start({ workers: 0 });
  const manager = await stack.signIn();
  const { objects } = await manager.call(readProfile);
  expect(objects[0]?.mgrid).toBe(stack.admin.id);

  await stack.api.kill();
  const refused = await stack.publicClient.fetch('/readyz');
  expect(refused.status).toBe(503);
  await stack.api.start();
  await eventually(async () => expect((await manager.call(readProfile)).objects).toHaveLength(1));

  await stack.gateways[0]?.kill();
  await stack.gateways[0]?.start();
});
