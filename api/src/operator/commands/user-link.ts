import { ConsolePath } from '@vigil/shared/contract/http/sign-in';
import { specialAccountPurpose } from '@vigil/shared/platform/users/user-scope';
import * as z from 'zod';
import { createSignInUrl } from '../../identity/sign-in/sign-in-links.ts';
import { defineOperatorCommand } from '../command.ts';
import { integerArgument } from '../input.ts';
import { runExclusiveUserChange } from '../user-change.ts';

const MINUTE_MS = 60_000;

/** A sign-in link stands for the password once; everything else that sign-in asks for is asked (decision 104). */
export const userLinkCommand = defineOperatorCommand({
  name: 'users link',
  summary: 'make a link that signs a user in once, without the password; the link is shown once',
  args: ['id'],
  options: {
    '--minutes <number>': 'validity in minutes (default: 1, at most 60)',
    '--redirect <path>': 'page of the console to open, such as /en/device/all',
  },
  input: z.object({
    id: z.string(),
    minutes: integerArgument(1, 60).default(1),
    redirect: ConsolePath.optional(),
  }),
  run: ({ id, minutes, redirect }, operator) =>
    runExclusiveUserChange(operator, id, async (tx, { user, by }) => {
      if (specialAccountPurpose(user) !== null) throw new Error(`${id} is ${specialAccountPurpose(user)}`);
      if (!user.active) throw new Error(`the user ${id} is deactivated`);
      const link = { user, by, redirect, lifeMs: minutes * MINUTE_MS };
      const made = await createSignInUrl(tx, link, { config: operator.config, now: operator.now() });
      return { user: user.mgrid, ...made };
    }),
});
