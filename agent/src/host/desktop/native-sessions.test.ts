import { expect, test } from 'vitest';
import { createMacText, readMacSeat } from './mac-session.ts';
import { createWindowsText, readWindowsSeat, sendKeysOf } from './windows-session.ts';

const answering =
  (answers: Readonly<Record<string, string>>) =>
  (file: string): Promise<string> =>
    file in answers ? Promise.resolve(answers[file] ?? '') : Promise.reject(new Error(`${file} is missing`));

const own = '"node.exe","42","Console","1","60,000 K"';
const explorer = '"explorer.exe","7","Console","1","90,000 K"';
const asking = '"LogonUI.exe","8","Console","1","30,000 K"';

test.each([
  ['a session that can be seen', [own, explorer], null],
  ['a locked session', [own, explorer, asking], 'locked'],
  ['another session that is locked', [own, explorer, asking.replace('"1"', '"2"')], null],
  ['nobody has signed in', [own.replace('"1"', '"0"'), asking], 'login_screen'],
  ['the agent is a service', [own.replace('"1"', '"0"'), explorer], 'no_permission'],
] as const)('Windows: %s', async (_name, processes, expected) => {
  expect(await readWindowsSeat(answering({ tasklist: processes.join('\r\n') }), 42)).toBe(expected);
});

test.each([
  ['a session that can be seen', 'mina', '"IOConsoleLocked" = No', null],
  ['a locked session', 'mina', '{"CGSSessionScreenIsLocked"=Yes,"kCGSSessionOnConsoleKey"=Yes}', 'locked'],
  ['nobody has signed in', 'root', '', 'login_screen'],
  ['another user has the console', 'jun', '', 'no_permission'],
] as const)('macOS: %s', async (_name, owner, registry, expected) => {
  expect(await readMacSeat(answering({ stat: `${owner}\n`, ioreg: registry }), 'mina')).toBe(expected);
});

test('signs that SendKeys takes for commands are typed', () => {
  expect(sendKeysOf('a+{b}\r\n\t한%')).toBe('a{+}{{}b{}}{ENTER}{TAB}한{%}');
});

test('texts of Windows are no arguments, and arrive as they are', async () => {
  const calls: { args: readonly string[]; input: string }[] = [];
  const run = (_file: string, args: readonly string[], input = '') => {
    calls.push({ args, input: Buffer.from(input, 'base64').toString() });
    return Promise.resolve(`${Buffer.from('클립').toString('base64')}\r\n`);
  };
  const text = createWindowsText(run);
  await text.setClipboard('비밀');
  await text.typeText('a(한)');
  expect(await text.readClipboard()).toBe('클립');
  expect(calls.map(({ input }) => input)).toEqual(['비밀', 'a{(}한{)}', '']);
  expect(calls.flatMap(({ args }) => args).join(' ')).not.toMatch(/비밀|한/u);
});

test('one program at a time serves the texts of Windows, and few wait', async () => {
  const ends: (() => void)[] = [];
  const run = () => new Promise<string>((resolve) => ends.push(() => resolve('')));
  const text = createWindowsText(run);
  const pasted = Array.from({ length: 17 }, () => text.setClipboard('a').then(...outcomes));
  expect(await pasted[16]).toBe('refused');
  for (let served = 1; served <= 16; served += 1) {
    await expect.poll(() => ends.length).toBe(served);
    ends[served - 1]?.();
    expect(await pasted[served - 1]).toBe('done');
  }
  const later = text.setClipboard('b').then(...outcomes);
  await expect.poll(() => ends.length).toBe(17);
  ends[16]?.();
  expect(await later).toBe('done');
});

const outcomes = [() => 'done', () => 'refused'] as const;

test('a clipboard without a text has none', async () => {
  const input = { typeString: () => undefined, keyToggle: () => undefined };
  expect(await createWindowsText(() => Promise.resolve('\r\n')).readClipboard()).toBeNull();
  expect(await createMacText(() => Promise.resolve(''), input).readClipboard()).toBeNull();
});

test('macOS types signs as text, and lines and fields by keys', async () => {
  const given: string[] = [];
  const input = {
    typeString: (text: string) => void given.push(text),
    keyToggle: (key: string, state: string) => void given.push(`${key} ${state}`),
  };
  await createMacText(answering({}), input).typeText('é한\r\n\tb');
  expect(given).toEqual(['é한', 'return down', 'return up', 'tab down', 'tab up', 'b']);
});
