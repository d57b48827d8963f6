import { expect, test } from 'vitest';
import { CompanyPk, DevicePk } from '../contract/ids.ts';
import { createFrameSealer, openFrame, type FrameSealer } from './frame-sealing.ts';
import { createKeyRing, rotateKeyRing, publicKeyRing, type KeyRing } from './key-ring.ts';

const ring = createKeyRing();
const owner = { company: CompanyPk.parse(1), device: DevicePk.parse(2) };
const frame = Buffer.from('frame');
/** As a gateway has it. */
const sealerOf = (keys: KeyRing, now = () => 0): FrameSealer => {
  const seal = createFrameSealer(publicKeyRing(keys).frame, now);
  if (!seal) throw new Error('no frame key');
  return seal;
};

test('a frame that a gateway has sealed is opened by the API, for its device and company only', () => {
  const sealed = sealerOf(ring)(frame, owner);
  expect(sealed.includes(frame)).toBe(false);
  expect(openFrame(ring.frame, sealed, owner)).toEqual(frame);
  for (const other of [
    { ...owner, device: DevicePk.parse(3) },
    { ...owner, company: CompanyPk.parse(2) },
  ])
    expect(() => openFrame(ring.frame, sealed, other)).toThrow('authenticate');
  sealed[sealed.length - 1]! ^= 1;
  expect(() => openFrame(ring.frame, sealed, owner)).toThrow('authenticate');
});

test('neither gateways nor other installations open it', () => {
  const sealed = sealerOf(ring)(frame, owner);
  expect(() => openFrame(publicKeyRing(ring).frame, sealed, owner)).toThrow('no private frame key');
  expect(() => openFrame(createKeyRing().frame, sealed, owner)).toThrow('no private frame key');
});

test('it is opened after a rotation, and after the process has agreed on another secret', () => {
  let clock = 0;
  const seal = sealerOf(ring, () => clock);
  const first = seal(frame, owner);
  clock = 3_600_000;
  const second = seal(frame, owner);
  const rotated = rotateKeyRing(ring);
  expect([first, second].map((sealed) => openFrame(rotated.frame, sealed, owner))).toEqual([frame, frame]);
  expect(sealerOf(rotated)(frame, owner).subarray(2, 10).toString()).toBe(rotated.frame[0]?.kid);
});

test('without a frame key nothing is sealed', () => {
  expect(createFrameSealer([], () => 0)).toBeNull();
});
