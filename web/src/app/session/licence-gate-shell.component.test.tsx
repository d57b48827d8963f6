import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dialogStackAtom, openDialogAtom } from '../../lib/dialog-stack.ts';
import { render } from '../../testing/render.tsx';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { warningDialog } from '../../ui/dialogs.ts';
import { LicenceGateShell } from './licence-gate-shell.tsx';

/** A console that is blocked while one of its dialogs is open. */
function Console() {
  const openDialog = useSetAtom(openDialogAtom);
  const open = useAtomValue(dialogStackAtom).length;
  const [isBlocked, setBlocked] = useState(false);
  return (
    <>
      <output aria-label="Dialogs">{open}</output>
      <button onClick={() => openDialog(warningDialog({ title: 'Of the console', text: '' }))}>Open</button>
      <button onClick={() => setBlocked(true)}>Block</button>
      {isBlocked && <LicenceGateShell />}
    </>
  );
}

test('no dialog of the console stays over the gate', async () => {
  const call = (async () => ({ objects: [], meta: { total_count: 0 } })) as never;
  const license = { ...sampleProfile.license, devices: 12, gate: 1 } as const;
  await render(<Console />, { profile: { license }, api: { call }, signOut: () => undefined });
  const dialogs = page.getByRole('status', { name: 'Dialogs' });
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(dialogs).toHaveTextContent('1');
  await page.getByRole('button', { name: 'Block' }).click();
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect.element(dialogs).toHaveTextContent('0');
});
