import { MAX_BLUR_REGIONS, type ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { RegionsField } from './regions-field.tsx';

let last: readonly ScreenRegion[] = [];

function Form({ initial = [] }: { initial?: readonly ScreenRegion[] }) {
  const [regions, setRegions] = useState(initial);
  last = regions;
  return <RegionsField label="Hidden areas" regions={regions} error={null} disabled={false} onChange={setRegions} />;
}

test('areas are added, changed and removed with the keyboard, and previewed', async () => {
  const { container } = await render(<Form />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Area 1: width' })).toHaveValue('20 %');
  await page.getByRole('textbox', { name: 'Area 1: left' }).fill('12.5');
  await expect.poll(() => last).toEqual([{ x: 12.5, y: 40, width: 20, height: 20 }]);
  expect(container.querySelectorAll('svg rect[x="12.5"]')).toHaveLength(1);
  const remove = page.getByRole('button', { name: 'Remove area 1' }).element();
  if (remove instanceof HTMLElement) remove.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => last).toEqual([]);
});

test('there are as many areas as the server takes', async () => {
  const region = { x: 0, y: 0, width: 5, height: 5 };
  await render(<Form initial={Array.from({ length: MAX_BLUR_REGIONS }, () => region)} />);
  await expect.element(page.getByRole('button', { name: 'Add area' })).toBeDisabled();
});
