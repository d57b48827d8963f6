import type { GroupDetail } from '@vigil/shared/contract/http/groups';
import { CompanyPk, GroupPk } from '@vigil/shared/contract/ids';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { updateGroup } from '../../endpoints.ts';
import type { Api } from '../../lib/api.ts';
import { administrator } from '../../testing/sample-profile.ts';
import { render } from '../../testing/render.tsx';
import { GroupInformation } from './group-information.tsx';

const group: GroupDetail = {
  pk: GroupPk.parse(7),
  name: 'Lobby',
  group_fk: null,
  root_group_fk: null,
  company_fk: CompanyPk.parse(1),
  flag_df_group: 0,
  flag_confirm: 1,
  has_permission: 1,
  device_count: 0,
  dev_limit: 0,
  manager_name: '',
  manager_email: '',
  manager_phone: '',
  update_time: '2026-01-01T00:00:00.000Z',
  IW: [],
  inherited: [],
  overridden_by: [],
  users: [],
  app_config_fk: null,
  configs: [],
};

const confirm = page.getByRole('switch', { name: 'Approve new devices' });

test('whether new devices wait for approval is shown and changed', async () => {
  const call = vi.fn<Api['call']>(() => new Promise(() => {}));
  await render(<GroupInformation group={group} />, { api: { call }, profile: administrator });
  await expect.element(confirm).toBeChecked();
  await confirm.click();
  expect(call).toHaveBeenCalledExactlyOnceWith(updateGroup, { params: { pk: '7' }, body: { flag_confirm: 0 } });
});

test('a session by invitation sees it, and why it may not change it', async () => {
  await render(<GroupInformation group={group} />, { profile: { ...administrator, is_invited: true } });
  await expect.element(confirm).toBeChecked();
  await expect.element(confirm).toBeDisabled();
  await confirm.hover();
  await expect.element(page.getByRole('tooltip')).toBeVisible();
});
