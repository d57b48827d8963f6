import { expect, test } from 'vitest';
import { effectiveView, views } from './list-preferences.ts';

test('a live view that was chosen before is not shown to a user to whom it is denied', () => {
  const denied = { isMobile: false, isLiveDenied: true };
  expect(views.map((view) => effectiveView(view, denied))).toEqual(['icon', 'table', 'table']);
  expect(effectiveView('live', { ...denied, isMobile: true })).toBe('icon');
  expect(views.map((view) => effectiveView(view, { ...denied, isLiveDenied: false }))).toEqual(views);
});
