import { problems } from '@vigil/shared/contract/problems';
import type { Page } from 'playwright';
import { createCheck } from '../support/axe.ts';
import { coreIn } from '../support/core.ts';
import { deviceList } from '../support/device-list.ts';
import { expect, test } from '../support/test.ts';

/** Opens the palette and types into it. */
async function type(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: /^Search|^검색/u });
  await palette.getByRole('textbox').fill(text);
  return palette;
}

for (const [language, words] of [
  ['en', { typed: 'reb', label: (name: string) => `Reboot ${name}`, title: (name: string) => `Reboot ${name}?` }],
  [
    'ko',
    {
      typed: '재부',
      label: (name: string) => `${name} 재부팅`,
      title: (name: string) => `${name} 장치를 재부팅할까요?`,
    },
  ],
] as const) {
  test.concurrent(
    `the palette offers the actions of the open device (${language})`,
    coreIn(language),
    async ({ open, simulated }) => {
      const { pk, alias } = simulated.device(0);
      const page = await open(`/${language}/device/all/${pk}`);
      await expect(page.getByRole('heading', { level: 2, name: alias })).toBeVisible();
      // Its name alone finds the device, and not everything that can be done with it.
      const palette = await type(page, alias);
      await expect(palette.getByRole('button')).toHaveCount(1);
      await palette.getByRole('textbox').fill(words.typed);
      await expect(palette.getByRole('button', { name: words.label(alias) })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: words.title(alias) })).toContainText(alias);
    },
  );
}

test.concurrent('an action that is not possible says why, and does nothing', async ({ open, simulated }) => {
  const { pk, alias } = simulated.device(1);
  await using _off = simulated.turnOff(1);
  const page = await open(`/en/device/all/${pk}`);
  await expect(page.getByRole('region', { name: `Device ${alias}` })).toContainText('OFFLINE');
  const palette = await type(page, `reboot ${alias.toLowerCase()}`);
  const action = palette.getByRole('button', { name: `Reboot ${alias}` });
  await expect(action).toHaveAttribute('aria-disabled', 'true');
  await expect(action).toContainText(problems.not_online_warning.en);
  const { check, found } = createCheck();
  await check(page, 'palette');
  expect(found).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(palette).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^Reboot/u })).toHaveCount(0);
});

test.concurrent('the palette offers the actions of the selection, with how many devices they reach', async ({
  open,
  simulated,
}) => {
  await using _off = simulated.turnOff(2);
  const page = await open('/en/device/all');
  const { select } = deviceList(page);
  await select(...simulated.devices.slice(2, 5));
  const palette = await type(page, 'reb');
  await palette.getByRole('button', { name: 'Reboot 2 of 3 – 1 offline' }).click();
  await expect(page.getByRole('dialog', { name: 'Reboot 2 devices?' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Without a device there is nothing to reboot until one is named.
  await page.goto(new URL('/en/support/downloads', page.url()).href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(await type(page, 'reb')).toContainText('Type the name of a device as well');
});
