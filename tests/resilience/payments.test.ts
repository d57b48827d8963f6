import { createPayment, listPayments, readPayment } from '@vigil/shared/contract/http/payments';
import { readProfile } from '@vigil/shared/contract/http/profile';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { insertingInto, killBeforePublication } from '../support/killed-change.ts';
import { expect, sharedStackTest as test } from '../support/system-test.ts';
import { startWatcher } from '../support/watcher.ts';

test('the API is killed between the licence of a payment and its announcement: there is one licence, also after the provider has called back again', async ({
  stack,
}) => {
  const client = await stack.signIn();
  const sql = postgres(stack.databaseAdminUrl, { max: 3, onnotice: () => undefined });
  try {
    const body = { items: [{ type: 'Corporate' as const, vol: 7, period: 1 }], total: 31_500 };
    const { id, window_url } = (await client.call(createPayment, { body })).objects;
    const pay = () =>
      fetch(new URL(window_url, stack.url), {
        method: 'POST',
        body: new URLSearchParams({ method: 'SC0010', outcome: 'success', delivery: 'once' }),
      });
    await using watcher = await startWatcher(client);
    let announced = 0;
    watcher.socket.on('payments_changed', () => void (announced += 1));
    await killBeforePublication({ stack, sql }, pay, insertingInto('announcements'));
    await eventually(() => expect(announced).toBeGreaterThan(0));
    await stack.api.start();
    expect((await pay()).status).toBe(200);
    expect((await client.call(readPayment, { params: { id } })).objects.state).toBe('paid');
    const { list } = (await client.call(readProfile)).objects[0]!.license;
    expect(list.filter(({ pay_dev_vol }) => pay_dev_vol === 7)).toHaveLength(1);
    expect((await client.call(listPayments)).meta.total_count).toBe(1);
  } finally {
    await sql.end({ timeout: 5 });
  }
});
