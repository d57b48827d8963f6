import { expect, test } from 'vitest';
import { hashInBackground, hashPassword, isPassword } from './passwords.ts';

test('passwords that are hashed in the background wait for people who sign in, and are all hashed', async () => {
  const stored = await hashPassword('Passw0rd!');
  let done = 0;
  const bulk = Array.from({ length: 40 }, async () => {
    const hashed = await hashInBackground('Imported1!');
    done += 1;
    return hashed;
  });
  expect(await isPassword('Passw0rd!', stored)).toBe(true);
  // One was under way; on a slow machine a few more, since an import goes on however many people sign in.
  expect(done).toBeLessThan(20);
  const hashes = new Set(await Promise.all(bulk));
  expect(hashes.size).toBe(40);
  const [first] = hashes;
  expect(await isPassword('Imported1!', first)).toBe(true);
});
