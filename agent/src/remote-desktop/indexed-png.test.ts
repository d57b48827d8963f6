import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeIndexedPng } from './indexed-png.ts';

const image = (colours: number) => {
  const [width, height] = [33, 17];
  const pixels = Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => (Math.floor(at / 3) % colours) * (1 + (at % 3)),
  );
  return { width, height, channels: 3 as const, pixels };
};

test('a picture of few colours is the same after it', async () => {
  const drawn = image(64);
  const { data, info } = await sharp(encodeIndexedPng(drawn) ?? undefined)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([33, 17]);
  expect(new Uint8Array(data)).toEqual(drawn.pixels);
});

test('one of more colours is not taken', () => {
  expect(encodeIndexedPng(image(65))).toBeNull();
});
