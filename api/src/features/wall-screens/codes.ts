import { randomInt } from 'node:crypto';
import { CompanyPk, WallScreenPk } from '@vigil/shared/contract/ids';
import { TYPED_CODE_DIGITS } from '@vigil/shared/contract/limits';
import { Problem } from '@vigil/shared/contract/problems';
import { redisKeys } from '@vigil/shared/platform/redis/keys';
import { keyedHashes } from '@vigil/shared/platform/secret-box';
import * as z from 'zod';
import type { Deps } from '../../deps.ts';

/** Decision 71. */
export const WALL_SCREEN_CODE_LIFETIME_MS = 5 * 60_000;
/** Another code is drawn when it is that of another screen, of any company. */
const ATTEMPTS = 10;

const Target = z.object({ company: CompanyPk, screen: WallScreenPk });
type Target = z.infer<typeof Target>;
const StoredTarget = Target.extend({ epoch: z.string().default('0') });

/** The codes that pair screens. Redis holds their keyed hashes for as long as they are valid. */
export function createPairingCodes({ redis: { commands }, keyRing }: Pick<Deps, 'redis' | 'keyRing'>) {
  const hashOf = (code: string) => keyedHashes(keyRing.secret, code)[0];
  const expiration = { type: 'PX', value: WALL_SCREEN_CODE_LIFETIME_MS } as const;

  const currentEpoch = async (): Promise<string> => (await commands.get(redisKeys.screenCodeEpoch)) ?? '0';

  /** The target of a stored code, unless a newer code of its screen voids it, or all codes were voided. */
  const targetOf = async (hash: string, text: string | null): Promise<Target | null> => {
    if (text === null) return null;
    const { epoch, ...target } = StoredTarget.parse(JSON.parse(text));
    const [current, newest] = await Promise.all([currentEpoch(), commands.get(redisKeys.codeOfScreen(target.screen))]);
    return epoch === current && newest === hash ? target : null;
  };

  return {
    /** A new code, which voids the one before. */
    async issue(target: Target): Promise<string> {
      const stored = JSON.stringify({ ...target, epoch: await currentEpoch() } satisfies z.input<typeof StoredTarget>);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const code = String(randomInt(10 ** TYPED_CODE_DIGITS)).padStart(TYPED_CODE_DIGITS, '0');
        const hash = hashOf(code);
        const isFree = await commands.set(redisKeys.screenCode(hash), stored, {
          expiration,
          condition: 'NX',
        });
        if (isFree === null) continue;
        await commands.set(redisKeys.codeOfScreen(target.screen), hash, { expiration });
        return code;
      }
      throw new Problem('unavailable');
    },
    /** Voids the open codes of all screens of all companies. */
    async voidAll(): Promise<void> {
      await commands.incr(redisKeys.screenCodeEpoch);
    },
    /** What a code pairs; the code stays valid. */
    async find(code: string): Promise<Target | null> {
      const hash = hashOf(code);
      return targetOf(hash, await commands.get(redisKeys.screenCode(hash)));
    },
    /** The same, and uses the code up. Of several calls at once one gets the target. */
    async take(code: string): Promise<Target | null> {
      const hash = hashOf(code);
      return targetOf(hash, await commands.getDel(redisKeys.screenCode(hash)));
    },
  };
}
