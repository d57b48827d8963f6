import { MAX_BLUR_REGIONS, type ScreenRegion } from '@vigil/shared/contract/app-config-rules';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { ScreenRegionsField } from './screen-regions-field.tsx';

interface FormProps {
  initial?: readonly ScreenRegion[];
  onChange?: (regions: readonly ScreenRegion[]) => void;
}

function Form({ initial = [], onChange }: FormProps) {
  const [regions, setRegions] = useState(initial);
  const change = (next: readonly ScreenRegion[]) => {
    setRegions(next);
    onChange?.(next);
  };
  return <ScreenRegionsField label="Hidden areas" regions={regions} error={null} disabled={false} onChange={change} />;
}

test('areas are added, changed and removed with the keyboard, and previewed', async () => {
  const changes: (readonly ScreenRegion[])[] = [];
  const { container } = await render(<Form onChange={(regions) => changes.push(regions)} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Area 1: width' })).toHaveValue('20 %');
  await page.getByRole('textbox', { name: 'Area 1: left' }).fill('12.5');
  await expect.poll(() => changes.at(-1)).toEqual([{ x: 12.5, y: 40, width: 20, height: 20 }]);
  expect(container.querySelectorAll('svg rect[x="12.5"]')).toHaveLength(1);
  const remove = page.getByRole('button', { name: 'Remove area 1' }).element();
  if (remove instanceof HTMLElement) remove.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => changes.at(-1)).toEqual([]);
});

test('a further area is beside the one before', async () => {
  const changes: (readonly ScreenRegion[])[] = [];
  await render(<Form onChange={(regions) => changes.push(regions)} />);
  const add = page.getByRole('button', { name: 'Add area' });
  await add.click();
  await add.click();
  await expect
    .poll(() => changes.at(-1))
    .toEqual([
      { x: 40, y: 40, width: 20, height: 20 },
      { x: 45, y: 45, width: 20, height: 20 },
    ]);
});

test('there are as many areas as the server takes', async () => {
  const region = { x: 0, y: 0, width: 5, height: 5 };
  await render(<Form initial={Array.from({ length: MAX_BLUR_REGIONS }, () => region)} />);
  await expect.element(page.getByRole('button', { name: 'Add area' })).toBeDisabled();
});
