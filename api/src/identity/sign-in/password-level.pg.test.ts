import { randomBytes } from 'node:crypto';
import { readProfile } from '@vigil/shared/contract/http/profile';
import { createUser } from '@vigil/shared/contract/http/user-changes';
import { readPasswordLevel } from '@vigil/shared/contract/http/users';
import { expect } from 'vitest';
import { apiTest } from '../../testing/fixture.ts';
import { setPolicies } from '../../testing/policies.ts';
import { addCompany } from '../../testing/world.ts';

const test = apiTest();
const levels = [-1, 0, 2, 3, 4, 99];

test('a level that does not exist counts as the strictest, and is said to be invalid', async ({ api }) => {
  for (const passwordLevel of levels) {
    const { admin, ...company } = await addCompany(api);
    await setPolicies(api, { admin, ...company }, { passwordLevel });
    const isInvalid = passwordLevel < 0 || passwordLevel > 3;
    const level = {
      password_level: isInvalid ? 3 : passwordLevel,
      password_level_invalid: isInvalid,
      password_max: 12,
    };
    expect((await api.call(admin, readPasswordLevel)).objects).toEqual([level]);
    expect((await api.call(admin, readProfile)).objects).toMatchObject([level]);
    const add = async (pw: string) => {
      const body = { mgrid: `kim-${randomBytes(4).toString('hex')}`, pw, name: 'Kim' };
      return (await api.call(admin, createUser, { body })).error?.code ?? 'added';
    };
    // Of level 2, without an upper case letter.
    expect(await add('abcdef1!')).toBe(level.password_level === 3 ? 'password_level3' : 'added');
    expect(await add('Abcdef1!')).toBe('added');
  }
});
