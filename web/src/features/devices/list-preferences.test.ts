import { expect, test } from 'vitest';
import { viewUnlessLiveDenied, listViewModes } from './list-preferences.ts';

test('a live view that was chosen before is not shown to a user to whom it is denied', () => {
  const denied = { isMobile: false, isLiveDenied: true };
  expect(listViewModes.map((view) => viewUnlessLiveDenied(view, denied))).toEqual(['icon', 'table', 'table']);
  expect(viewUnlessLiveDenied('live', { ...denied, isMobile: true })).toBe('icon');
  expect(listViewModes.map((view) => viewUnlessLiveDenied(view, { ...denied, isLiveDenied: false }))).toEqual(
    listViewModes,
  );
});
