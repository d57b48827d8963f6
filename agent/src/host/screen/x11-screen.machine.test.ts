import { expect, test } from 'vitest';
import type { XClient } from 'x11';
import { connectDisplay } from '../../testing/connect-display.ts';
import { startXvfb } from '../../testing/xvfb.ts';
import { replyOf } from '../desktop/x11-events.ts';

const internAtom = (client: XClient, name: string) => replyOf<number>((done) => client.InternAtom(false, name, done));

test('each X server has numbers of its own for names, also in one process', async () => {
  await using first = await startXvfb();
  await using second = await startXvfb();
  const { client: ofFirst } = await connectDisplay(first.name);
  const { client: ofSecond } = await connectDisplay(second.name);
  const known = await internAtom(ofFirst, 'VIGIL_TEST');
  // The number that it has at the first server.
  expect(await internAtom(ofSecond, 'VIGIL_OTHER')).toBe(known);
  const { client: later } = await connectDisplay(second.name);
  const atom = await internAtom(later, 'VIGIL_TEST');
  expect(atom).not.toBe(known);
  expect(await replyOf<string>((done) => ofSecond.GetAtomName(atom, done))).toBe('VIGIL_TEST');
  for (const client of [ofFirst, ofSecond, later]) client.terminate();
});
