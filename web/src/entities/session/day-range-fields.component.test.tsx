import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { administrator } from '../../testing/sample-profile.ts';
import { DayRangeFields } from './day-range-fields.tsx';

test('days are shown and typed in the format of the profile, and half a date is none', async () => {
  const onChange = vi.fn<(part: object) => void>();
  const range = { from: '2026-01-31', to: '' };
  const profile = { ...administrator, date_fmt_id: 2 } as const;
  await render(<DayRangeFields range={range} onChange={onChange} />, { profile });
  const from = page.getByRole('textbox', { name: 'From' });
  await expect.element(from).toHaveValue('31/01/2026');
  await userEvent.clear(page.getByRole('textbox', { name: 'To' }));
  await userEvent.type(page.getByRole('textbox', { name: 'To' }), '02/03/20');
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.type(page.getByRole('textbox', { name: 'To' }), '26');
  expect(onChange.mock.lastCall).toEqual([{ to: '2026-03-02' }]);
  // A day before the first one is no end.
  await userEvent.fill(page.getByRole('textbox', { name: 'To' }), '02/01/2026');
  expect(onChange.mock.lastCall).toEqual([{ to: '2026-03-02' }]);
});
