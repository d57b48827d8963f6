import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { render } from '../../testing/render.tsx';
import { OtpSection } from './otp-section.tsx';

const { license } = sampleProfile;
const basic = { ...administrator, license: { ...license, total: { ...license.total, primaryProdType: 'Basic' } } };
const turnOff = page.getByRole('button', { name: 'Turn off' });
const why = page.getByRole('button', { name: 'Why?' });

test('one-time codes that are still on under another licence can be turned off, and not be set up', async () => {
  await render(<OtpSection />, { profile: { ...basic, flag_use_otp: 1 } });
  await expect.element(turnOff).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Set up now' })).not.toBeInTheDocument();
});

test('without that licence they are not offered, and the page says why', async () => {
  await render(<OtpSection />, { profile: basic });
  await expect.element(why).toBeVisible();
  await expect.element(turnOff).not.toBeInTheDocument();
});
