import type { DevicePk } from '@vigil/shared/contract/ids';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { UsageHistory } from './usage-history.tsx';

const Address = () => <output aria-label="address">{useLocation().search}</output>;

test('a range and a measure that are chosen in one moment are both shown', async () => {
  const call = (async () => ({ objects: { columns: ['at'], rows: [] } })) as never;
  const element = (
    <>
      <Address />
      <UsageHistory pk={7 as DevicePk} />
    </>
  );
  await render(element, { at: '/device/all/7', api: { call } });
  for (const name of ['Week', 'Temp.']) {
    (page.getByRole('radio', { name, exact: true }).element() as HTMLElement).click();
  }
  await expect
    .poll(() => page.getByLabelText('address', { exact: true }).query()?.textContent)
    .toBe('?range=week&measure=temperature');
});
