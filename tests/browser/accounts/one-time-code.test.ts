import { codeOf, wrongCodeFor } from '../support/authenticator.ts';
import { allDevices, signInAs, signOut } from '../support/sign-in-form.ts';
import { expect, test } from '../support/test.ts';
import { addUser } from '../support/users.ts';

const signedOut = { as: null };

test.concurrent(
  'the one-time code is set up with an image, and asked for from then on',
  { tags: 'core' },
  async ({ open, stack, company }) => {
    const user = await addUser(stack, company, { flag_use_otp: 1 });
    const page = await open('/en/', signedOut);
    await signInAs(page, user);
    const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
    await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const secret = (await setUp.getByText(/^(?:[A-Z2-7]{4} )+[A-Z2-7]{1,4}$/u).textContent()) ?? '';
    const code = page.getByRole('textbox', { name: 'One-time code' });

    await code.fill(wrongCodeFor(secret));
    await expect(setUp).toContainText('Incorrect code. 4 attempts left before your account is locked.');
    await expect(code).toHaveValue('');
    await code.fill(codeOf(secret));

    const kept = page.getByRole('dialog', { name: 'Recovery codes' });
    await expect(kept.getByRole('listitem')).toHaveCount(10);
    const recoveryCodes = await kept.getByRole('listitem').allTextContents();
    const download = page.waitForEvent('download');
    await kept.getByRole('link', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('vigil-recovery-codes.txt');
    await expect(kept.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await kept.getByLabel('I have saved the codes in a safe place').check();
    await kept.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(allDevices('en'));

    await signOut(page);
    await signInAs(page, user);
    await expect(page.getByRole('dialog', { name: 'One-time code' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeHidden();
    // As it is copied from some authenticators. That of the next step is newer than the first one, and does not expire
    // soon.
    await code.fill(codeOf(secret, { steps: 1 }).replace(/(\d{3})/u, '$1 '));
    await expect(page).toHaveURL(allDevices('en'));

    await signOut(page);
    await signInAs(page, user);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const recovery = page.getByRole('textbox', { name: 'Recovery code' });
    await recovery.fill('abc');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('A recovery code has ten letters and digits.')).toBeVisible();
    await recovery.fill((recoveryCodes[0] ?? '').toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(allDevices('en'));
  },
);
