import { MANAGER } from '@vigil/shared/domain/member-types';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { settingsAtom } from '../../entities/session/settings.ts';
import { render } from '../../testing/render.tsx';
import { sampleProfile } from '../../testing/sample-profile.ts';
import { LicenceGate } from './licence-gate.tsx';

function Gate({ standalone }: { standalone: boolean }) {
  const set = useSetAtom(settingsAtom);
  useEffect(() => set((settings) => ({ ...settings, standalone })), [set, standalone]);
  return <LicenceGate />;
}

test.for([
  [false, 1],
  [true, 0],
] as const)(
  'the gate offers renewal, but not in the standalone edition (standalone: %s)',
  async ([standalone, count]) => {
    const license = { ...sampleProfile.license, devices: 12, gate: 1 } as const;
    const call = (async () => ({ objects: [], meta: { total_count: 0 } })) as never;
    await render(<Gate standalone={standalone} />, { profile: { type: MANAGER, license }, api: { call } });
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Renew licence' }).elements()).toHaveLength(count);
  },
);
