import { expect, test } from 'vitest';
import { groupKeyAction } from './group-keys.ts';

test.for([
  ['ContextMenu', false, 'menu'],
  ['F10', true, 'menu'],
  ['F10', false, null],
  ['F2', false, 'rename'],
  ['Delete', false, 'delete'],
  ['m', false, 'move'],
  ['M', true, 'move'],
  ['ArrowDown', false, null],
] as const)('%s (with Shift: %s) is %s on a group', ([key, shiftKey, action]) =>
  expect(groupKeyAction({ key, shiftKey })).toBe(action),
);
