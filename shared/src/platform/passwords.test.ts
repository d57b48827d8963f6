import { expect, test } from 'vitest';
import { hashBulkPassword, takePasswordPlace, hashPassword, verifyPassword } from './passwords.ts';

test('a hash carries the cost of production unless another one is passed, and both are checked', async () => {
  const usual = await hashPassword('Passw0rd!');
  expect(usual).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  const cheap = await hashPassword('Passw0rd!', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/u);
  expect(await Promise.all([usual, cheap].map((stored) => verifyPassword('Passw0rd!', stored)))).toEqual([true, true]);
  expect(await Promise.all([usual, cheap].map((stored) => verifyPassword('passw0rd!', stored)))).toEqual([
    false,
    false,
  ]);
});

test('passwords that are hashed in the background wait for people who sign in, and are all hashed', async () => {
  const stored = await hashPassword('Passw0rd!');
  let done = 0;
  const bulk = Array.from({ length: 40 }, async () => {
    const hashed = await hashBulkPassword('Imported1!');
    done += 1;
    return hashed;
  });
  expect(await verifyPassword('Passw0rd!', stored)).toBe(true);
  // One was under way; on a slow machine a few more, since an import goes on however many people sign in.
  expect(done).toBeLessThan(20);
  const hashes = new Set(await Promise.all(bulk));
  expect(hashes.size).toBe(40);
  const [first] = hashes;
  expect(await verifyPassword('Imported1!', first)).toBe(true);
});

test('only so many passwords wait at once, and strangers leave some of the places to others', async () => {
  const stored = await hashPassword('Passw0rd!');
  const busy = expect.objectContaining({ code: 'passwords_busy', detail: { retryAfter: 3 } });
  using places = new DisposableStack();
  for (let count = 0; count < 24; count += 1) places.use(takePasswordPlace('stranger'));
  expect(() => takePasswordPlace('stranger')).toThrow(busy);
  expect(await verifyPassword('Passw0rd!', stored)).toBe(true);
  for (let count = 0; count < 8; count += 1) places.use(takePasswordPlace('known'));
  await expect(verifyPassword('Passw0rd!', stored)).rejects.toEqual(busy);
  await expect(hashPassword('Passw0rd!')).rejects.toEqual(busy);
  places.dispose();
  expect(await verifyPassword('Passw0rd!', stored)).toBe(true);
});
