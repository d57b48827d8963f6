import { expect, test } from 'vitest';
import { shownView, views } from './list-state.ts';

test('live pictures that were chosen before are not shown to a user to whom they are denied', () => {
  const denied = { isMobile: false, isLiveDenied: true };
  expect(views.map((view) => shownView(view, denied))).toEqual(['icon', 'table', 'table']);
  expect(shownView('live', { ...denied, isMobile: true })).toBe('icon');
  expect(views.map((view) => shownView(view, { ...denied, isLiveDenied: false }))).toEqual(views);
});
