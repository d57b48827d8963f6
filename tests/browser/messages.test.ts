import { createGroup } from '@vigil/shared/contract/http/groups';
import { problems } from '@vigil/shared/contract/problems';
import { deviceList } from './support/device-list.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

// The error catalogue of the device area (spec 2 §8), as far as a person can meet it on these screens.
test.concurrent.for(['en', 'ko'] as const)(
  'what is refused says why (%s)',
  async (language, { open, simulated, company }) => {
    const [common, tree, devices] = await Promise.all([
      textsOf(language, 'common'),
      textsOf(language, 'tree'),
      textsOf(language, 'devices'),
    ]);
    const problem = (code: keyof typeof problems) => problems[code][language];
    const [first, second] = [`First ${language}`, `Second ${language}`];
    for (const name of [first, second]) await company.client.call(createGroup, { body: { name, group_fk: null } });
    const page = await open(`/${language}/device/all`, { expected: /409|503/u });
    const { cell, menu } = deviceList(page);
    const device = simulated.device(language === 'en' ? 3 : 4);
    const said = (text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();
    const item = (name: string) => page.getByRole('tree').getByRole('treeitem').filter({ hasText: name });
    const all = item(tree('all'));

    await cell(device, 'alias').dragTo(item('ROOT'));
    await said(problem('identical_group'));
    await cell(device, 'alias').dragTo(all);
    await said(problem('moved_device_fail'));
    await item(first).dragTo(all);
    await said(problem('all_device_has_no_child'));
    await item(first).dragTo(item(second), { targetPosition: { x: 60, y: 2 } });
    await said(problem('no_order_warning'));

    await page.getByRole('button', { name: tree('add_group') }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel(tree('name'));
    await name.press('Enter');
    await expect(dialog).toContainText(problem('no_input_data'));
    await name.fill(first);
    await name.press('Enter');
    await expect(dialog).toContainText(problem('duplication_group_name'));
    await name.fill(`Third ${language}`);
    await name.press('Enter');
    await said(tree('created_group'));

    await cell(device, 'cpu_usage').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: devices('move') }).click();
    await dialog.getByRole('button', { name: devices('move_submit') }).press('Enter');
    await expect(dialog).toContainText(devices('please_select_group'));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.route(/\/appconfig/u, (route) => route.fulfill({ status: 503, body: '' }));
    await cell(device, 'cpu_usage').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: devices('apply_config') }).click();
    const reason = common('problem.unknown');
    await expect(dialog.getByText(devices('data_get_fail', { reason }))).toBeVisible();
    await page.keyboard.press('Escape');
  },
);
