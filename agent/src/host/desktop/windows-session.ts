import { SerialQueue } from '../../turn-queue.ts';
import type { runTool } from '../run-tool.ts';

type RunTool = typeof runTool;

/** Base64 is the same in every code page, and what is read is no argument that other users see. */
const INPUT = '[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadToEnd()))';
const READ =
  '$text = Get-Clipboard -Raw; if ($text) { [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($text)) }';
const TYPE = `Add-Type -AssemblyName System.Windows.Forms; [Windows.Forms.SendKeys]::SendWait(${INPUT})`;
const WRITE = `Set-Clipboard -Value (${INPUT})`;
/** What SendKeys takes for more than a sign. */
const SPECIAL = /[+^%~(){}[\]]/gu;
const PROCESS = /^"([^"]*)","(\d+)","[^"]*","(\d+)"/u;
const SERVICES = '0';

const powershell = (run: RunTool, command: string, text = ''): Promise<string> =>
  run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command], Buffer.from(text).toString('base64'));

/** A program that is started for each message: one at a time, and of those that wait no more than these. */
const MAX_WAITING = 16;
const NEVER = new AbortController().signal;

/** The clipboard and the typing of texts in Windows. */
export function createWindowsText(run: RunTool) {
  const turns = new SerialQueue();
  let waiting = 0;
  const inTurn = async (command: string, text = ''): Promise<string> => {
    if (waiting >= MAX_WAITING) throw new Error('too many texts wait');
    using place = turns.enter();
    waiting += 1;
    try {
      await place.comes(NEVER);
      return await powershell(run, command, text);
    } finally {
      waiting -= 1;
    }
  };
  return {
    async readClipboard(): Promise<string | null> {
      const encoded = (await inTurn(READ)).trim();
      return encoded === '' ? null : Buffer.from(encoded, 'base64').toString('utf8');
    },
    async setClipboard(text: string): Promise<void> {
      await inTurn(WRITE, text);
    },
    async typeText(text: string): Promise<void> {
      await inTurn(TYPE, sendKeysOf(text));
    },
  };
}

/** Signs in the notation of SendKeys, which also gives those that are on no key. */
export const sendKeysOf = (text: string): string =>
  text.replaceAll('\r', '').replaceAll(SPECIAL, '{$&}').replaceAll('\n', '{ENTER}').replaceAll('\t', '{TAB}');

/**
 * What is in the way of the screen: nobody has signed in, the session is locked, or the agent is a service, which has
 * no screen. `LogonUI` is the program of both screens that ask for a password.
 */
export async function readWindowsSeat(
  run: RunTool,
  pid = process.pid,
): Promise<'login_screen' | 'locked' | 'no_permission' | null> {
  const list = await run('tasklist', ['/FO', 'CSV', '/NH']);
  const running = list.split('\n').flatMap((line) => {
    const [, name = '', id, session] = PROCESS.exec(line) ?? [];
    return session === undefined ? [] : [{ name: name.toLowerCase(), id, session }];
  });
  const sessionsOf = (program: string) => running.flatMap(({ name, session }) => (name === program ? [session] : []));
  const own = running.find(({ id }) => id === String(pid))?.session;
  const [users, asking] = [sessionsOf('explorer.exe'), sessionsOf('logonui.exe')];
  if (users.length === 0 && asking.length > 0) return 'login_screen';
  if (own === SERVICES) return 'no_permission';
  return own !== undefined && asking.includes(own) ? 'locked' : null;
}
