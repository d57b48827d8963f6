import { expect, test } from 'vitest';
import { isScreenLoginId, wallScreenLoginId } from './wall-screen-login-id.ts';

test('the login ID of a wall screen is told from those of people', () => {
  const id = wallScreenLoginId('0198c3f1-2b7a-7cc1-9d0e-6a5f4e3d2c1b');
  expect(id.length).toBeLessThanOrEqual(38);
  expect(isScreenLoginId(id)).toBe(true);
  for (const person of ['screen-1', 'screen-lobby@vigil.test', 'kim']) expect(isScreenLoginId(person)).toBe(false);
});
