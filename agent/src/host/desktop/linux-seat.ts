import { runTool } from '../run-tool.ts';
import type { NoDesktop } from './desktop.ts';

type SeatState = Extract<NoDesktop, 'login_screen' | 'wayland_consent' | 'locked'>;

/**
 * What stands at the seat of this computer, as logind knows it: nobody has signed in, a session that only Wayland can
 * show, or one that is locked. Null for anything else, also without logind.
 */
export async function readSeatState(run = runTool): Promise<SeatState | null> {
  const sessions = await readSessions(run).catch(() => []);
  const shown = sessions.find(({ Seat, Active }) => Seat !== undefined && Seat !== '' && Active === 'yes');
  if (shown === undefined) return null;
  if (shown['Class'] === 'greeter') return 'login_screen';
  if (shown['Type'] === 'wayland') return 'wayland_consent';
  return shown['LockedHint'] === 'yes' ? 'locked' : null;
}

type Session = Readonly<Record<string, string>>;

async function readSessions(run: typeof runTool): Promise<Session[]> {
  const list = await run('loginctl', ['list-sessions', '--no-legend', '--no-pager']);
  const ids = list.split('\n').flatMap((line) => line.trim().split(/\s+/u)[0] || []);
  if (ids.length === 0) return [];
  const properties = '--property=Class,Type,Seat,Active,LockedHint';
  const text = await run('loginctl', ['show-session', '--no-pager', properties, ...ids]);
  return text.split('\n\n').map((block) =>
    Object.fromEntries(
      block.split('\n').map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
    ),
  );
}
