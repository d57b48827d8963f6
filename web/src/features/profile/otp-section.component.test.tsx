import { Notifications } from '@mantine/notifications';
import { updateProfile } from '@vigil/shared/contract/routes/accounts';
import { useAtomValue } from 'jotai';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { apiProblemOf } from '../../lib/api-problem.ts';
import type { Api } from '../../lib/api.ts';
import { dialogStackAtom, requestOf } from '../../lib/dialog-stack.ts';
import { render } from '../../testing/render.tsx';
import { administrator, sampleProfile } from '../../testing/sample-profile.ts';
import { confirmationDialog } from '../../ui/dialogs.ts';
import { OtpSection } from './otp-section.tsx';
import { OtpSetUpDialog } from './otp-set-up-dialog.tsx';

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

/** Confirms with a password, and shows whether the question stays open. */
function Question({ onRefused }: { onRefused: () => void }) {
  const request = requestOf(confirmationDialog, useAtomValue(dialogStackAtom).at(-1));
  if (!request) return null;
  const confirm = async () => request.onConfirm('s3cret');
  return <button onClick={() => void confirm().catch(onRefused)}>Confirm</button>;
}

test.each([
  ['current_password_wrong', 1],
  ['too_many_requests', 0],
] as const)('a reset that fails is told, at the field when the password is wrong: %s', async (code, refusals) => {
  let refused = 0;
  const call = () => Promise.reject(apiProblemOf(code, 'en'));
  await render(
    <>
      <OtpSection />
      <Question onRefused={() => (refused += 1)} />
      <Notifications />
    </>,
    { profile: { ...administrator, flag_use_otp: 1, otp_confirmed: true }, api: { call } },
  );
  await userEvent.click(page.getByRole('button', { name: 'Reset' }));
  await userEvent.click(page.getByRole('button', { name: 'Confirm' }));
  if (refusals === 0) await expect.element(page.getByText('The authenticator app was not reset')).toBeVisible();
  await expect.poll(() => refused).toBe(refusals);
});

test.each([true, false])('a new authenticator that replaces another one is told (%s)', async (replaces) => {
  let closed = false;
  const call = async ({ path }: { path: string }) => {
    expect(path).toBe(updateProfile.path);
    return { objects: [{ ...sampleProfile, otp_confirmed: true, recovery_codes: ['a-b'] }] };
  };
  await render(
    <>
      <OtpSetUpDialog request={{ uri: 'otpauth://totp/Vigil:min?secret=AAAA' }} onClose={() => (closed = true)} />
      <Notifications />
    </>,
    {
      profile: { ...administrator, flag_use_otp: 1, otp_confirmed: replaces },
      api: { call: call as unknown as Api['call'] },
    },
  );
  await userEvent.fill(page.getByRole('textbox', { name: 'One-time code' }), '123456');
  await expect.poll(() => closed).toBe(true);
  const told = page.getByText('The authenticator app was reset.');
  if (replaces) await expect.element(told).toBeVisible();
  else await expect.element(told).not.toBeInTheDocument();
});
