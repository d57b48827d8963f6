import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { FakeDesktop } from '../testing/fake-desktop.ts';
import { HeldInput } from './held-input.ts';

const typed = { t: 'text', epoch: 1 } as const;

function start() {
  const desktop = new FakeDesktop();
  const under = Promise.withResolvers<void>();
  desktop.typing = under.promise;
  return { desktop, input: new HeldInput(desktop, silentLog), endText: under.resolve };
}

test.each([
  ['stops', (input: HeldInput) => input.stop()],
  ['is gone', (input: HeldInput) => input[Symbol.dispose]()],
] as const)('[RELAY-10] texts that wait when their viewer %s are not typed', async (_, stop) => {
  const { desktop, input, endText } = start();
  const signals: AbortSignal[] = [];
  const typeText = desktop.typeText.bind(desktop);
  desktop.typeText = (text: string, signal?: AbortSignal) => {
    if (signal) signals.push(signal);
    return typeText(text);
  };
  for (const text of ['under way', 'waiting', 'waiting too']) input.apply({ ...typed, text });
  await setImmediate();
  stop(input);
  endText();
  await setImmediate();
  expect(desktop.done).toEqual(['text under way']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('[RELAY-10] a viewer that is in control again types again', async () => {
  const { desktop, input, endText } = start();
  endText();
  input.stop();
  input.apply({ ...typed, text: 'again' });
  await setImmediate();
  expect(desktop.done).toEqual(['text again']);
});

test('[RELAY-8] a viewer that loses the focus releases what it presses, and its text is typed', async () => {
  const { desktop, input, endText } = start();
  endText();
  input.apply({ t: 'key', epoch: 1, code: 'ShiftLeft', down: true });
  input.apply({ ...typed, text: 'whole' });
  input.apply({ t: 'release', epoch: 1 });
  await setImmediate();
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up', 'text whole']);
});

test('[RELAY-8] what is pressed behind a text is pressed after it', async () => {
  const { desktop, input, endText } = start();
  const press = (code: string) => {
    for (const down of [true, false]) input.apply({ t: 'key', epoch: 1, code, down });
  };
  input.apply({ ...typed, text: 'ls' });
  press('Enter');
  input.apply({ t: 'button', epoch: 1, button: 0, down: true });
  input.apply({ t: 'release', epoch: 1 });
  await setImmediate();
  expect(desktop.done).toEqual(['text ls']);
  endText();
  await setImmediate();
  expect(desktop.done.slice(1)).toEqual(['Enter down', 'Enter up', 'button 0 down', 'button 0 up']);
  press('KeyA');
  expect(desktop.done.slice(-2)).toEqual(['KeyA down', 'KeyA up']);
});

test('[RELAY-8] where more is pressed than anybody waits for nothing stays pressed', async () => {
  const { desktop, input, endText } = start();
  input.apply({ t: 'key', epoch: 1, code: 'ShiftLeft', down: true });
  input.apply({ ...typed, text: 'slow' });
  for (let count = 0; count < 4_000; count += 1) input.apply({ t: 'key', epoch: 1, code: 'KeyA', down: true });
  endText();
  await setImmediate();
  expect(desktop.done).toEqual(['ShiftLeft down', 'ShiftLeft up']);
});

test('[RELAY-8] so many signs wait at most', async () => {
  const { desktop, input, endText } = start();
  for (let count = 0; count < 6; count += 1) input.apply({ ...typed, text: String(count).repeat(1_000) });
  endText();
  await setImmediate();
  expect(desktop.done.map((text) => text.at(-1))).toEqual(['0', '1', '2', '3']);
  input.apply({ ...typed, text: 'later' });
  await setImmediate();
  expect(desktop.done.at(-1)).toBe('text later');
});

test('[RELAY-8] keys that the device does not know are not remembered', () => {
  const { desktop, input } = start();
  desktop.pressKey = (code) => {
    desktop.done.push(code);
    return code === 'KeyA';
  };
  for (const code of ['KeyA', 'Unknown']) input.apply({ t: 'key', epoch: 1, code, down: true });
  input.stop();
  expect(desktop.done).toEqual(['KeyA', 'Unknown', 'KeyA']);
});

test('[RELAY-8] what arrives after the end of a connection presses nothing', () => {
  const { desktop, input } = start();
  input[Symbol.dispose]();
  input.apply({ t: 'key', epoch: 1, code: 'KeyA', down: true });
  expect(desktop.done).toEqual([]);
});
