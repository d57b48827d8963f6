import { expect, test } from 'vitest';
import { createBrowserAesGcm, createLibraryAesGcm } from './aes-gcm.ts';
import { createSealedChannel } from './sealed-channel.ts';

const implementations = { browser: createBrowserAesGcm, library: createLibraryAesGcm } as const;
type Name = keyof typeof implementations;

const createKey = () => crypto.getRandomValues(new Uint8Array(32));

/** Two ends whose keys are each other's. */
function createEnds(own: Name, other: Name) {
  const [one, two] = [createKey(), createKey()];
  return {
    sealing: createSealedChannel({ out: implementations[own](one), in: implementations[own](two) }),
    opening: createSealedChannel({ out: implementations[other](two), in: implementations[other](one) }),
  };
}

const pairs = [
  ['browser', 'library'],
  ['library', 'browser'],
  ['browser', 'browser'],
  ['library', 'library'],
] as const;
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test.each(pairs)(
  '[RELAY-6] what the %s has sealed the %s opens, several at once and in their order',
  async (own, other) => {
    const { sealing, opening } = createEnds(own, other);
    const texts = ['', 'one', '한글'.repeat(10), 'x'.repeat(250_000), 'last'];
    const sealed = await Promise.all(texts.map((text) => sealing.seal(text)));
    const opened = await Promise.all(sealed.map((bytes) => opening.open(bytes)));
    expect(opened.map(textOf)).toEqual(texts);
  },
);

test.each(pairs)(
  '[RELAY-6] what the %s has sealed and was changed, repeated or left out the %s refuses',
  async (own, other) => {
    const changed = createEnds(own, other);
    const bytes = await changed.sealing.seal('a text');
    for (const at of [0, bytes.length - 1]) {
      const { sealing, opening } = createEnds(own, other);
      const damaged = await sealing.seal('a text');
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      await expect(opening.open(damaged)).rejects.toThrow(/operation|tag/u);
    }
    await changed.opening.open(bytes);
    await expect(changed.opening.open(bytes)).rejects.toThrow(/operation|tag/u);
    const { sealing, opening } = createEnds(own, other);
    await sealing.seal('left out');
    await expect(opening.open(await sealing.seal('next'))).rejects.toThrow(/operation|tag/u);
  },
);
