import { expect, test } from 'vitest';
import { emailProblem, idProblem } from './forgot-rules.ts';

test.each([
  ['', 'emile_requirement'],
  ['   ', 'emile_requirement'],
  ['mina', 'email-invalid'],
  [' mina@vigil.test ', null],
])('the address %o: %s', (email, problem) => {
  expect(emailProblem(email)).toBe(problem);
});

test.each([
  ['', 'invalid_id'],
  ['abc', 'invalid_id'],
  [' mina@vigil.test ', null],
])('the ID %o: %s', (id, problem) => {
  expect(idProblem(id)).toBe(problem);
});
