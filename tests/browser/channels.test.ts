import { createHmac } from 'node:crypto';
import { createCheck } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test(
  'a webhook is added, its secret shown once, and a test of it reaches its receiver signed',
  { tags: 'core' },
  async ({ open, webhooks }) => {
    const check = createCheck();
    const page = await open('/en/management/channels');
    await expect(page.getByText('There are no alert channels')).toBeVisible();
    await check.check(page, 'no channel', { phone: true });
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Pager');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${webhooks.url}/pager`);
    await check.check(page, 'a new channel', { phone: true });
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    const secret = await dialog.locator('pre').innerText();
    expect(secret).toMatch(/^vgs_/u);
    await dialog.getByRole('button', { name: 'I have kept it' }).click();

    const row = page.getByRole('row').filter({ hasText: 'Pager' });
    await expect(row).toContainText('Nothing was sent yet');
    await row.getByRole('button', { name: 'Test, deliveries: Pager' }).click();
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(dialog.getByText(/The receiver has accepted the test: status 204/u)).toBeVisible();
    await expect(dialog.getByRole('row').filter({ hasText: 'Delivered' })).toContainText('204');
    await check.check(page, 'deliveries', { phone: true });
    const [sent, ...more] = webhooks.received.filter(({ path }) => path === '/pager');
    expect(more).toEqual([]);
    const { 'x-vigil-time': time, 'x-vigil-signature': signature } = sent?.headers ?? {};
    const mac = createHmac('sha256', secret)
      .update(`${String(time)}.${sent?.body}`)
      .digest('hex');
    expect(signature).toBe(`sha256=${mac}`);

    // A chat that is down says why, and its address is not shown.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add channel' }).click();
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Slack' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chat');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://127.0.0.1/services/T0/B0/hidden');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('body')).not.toContainText('hidden');
    await page.getByRole('button', { name: 'Test, deliveries: Chat' }).click();
    await dialog.getByRole('button', { name: 'Send test' }).click();
    await expect(
      dialog.getByText('The test has failed: The address is private. The operator can allow it.'),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete Chat' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'Chat' })).toHaveCount(0);
    expect(check.found).toEqual([]);
  },
);
