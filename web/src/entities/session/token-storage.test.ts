import { expect, test } from 'vitest';
import { fakeStorage } from '../../lib/fake-storage.test-support.ts';
import { createTokenStorage, bindSessionToTab, setStaySignedIn, staysSignedIn } from './token-storage.ts';

const DAY_MS = 86_400_000;
const KEY = 'vigil.token';

function setUp() {
  const clock = { now: 1_000 };
  const other = { changes: (key: string | null): void => void key };
  const places = { lasting: fakeStorage(), passing: fakeStorage(), now: () => clock.now };
  const onChange = (changed: (key: string | null) => void) => {
    other.changes = changed;
    return () => undefined;
  };
  return { clock, other, ...places, storage: createTokenStorage({ ...places, onChange }) };
}

test('a token is found by every tab, also after the browser was closed', () => {
  const { storage, lasting, passing } = setUp();
  storage.setItem(KEY, 'a');
  expect([passing.getItem(KEY), lasting.getItem(KEY)]).toEqual([null, 'a']);
});

test('a session that stays in its tab leaves that of the others as it is, when it begins and when it ends', () => {
  const { storage, lasting, passing } = setUp();
  storage.setItem(KEY, 'a');
  bindSessionToTab(passing, true);
  storage.setItem(KEY, 'of an invitation');
  expect([storage.getItem(KEY), lasting.getItem(KEY)]).toEqual(['of an invitation', 'a']);
  storage.setItem(KEY, 'null');
  expect([passing.getItem(KEY), lasting.getItem(KEY)]).toEqual([null, 'a']);
  storage.setItem(KEY, 'of another invitation');
  bindSessionToTab(passing, false);
  storage.setItem(KEY, 'b');
  expect([passing.getItem(KEY), lasting.getItem(KEY)]).toEqual([null, 'b']);
});

test('a user who stays signed in keeps the token in the browser for 7 days', () => {
  const { storage, lasting, passing, clock } = setUp();
  setStaySignedIn(lasting, { from: clock.now });
  storage.setItem(KEY, 'a');
  expect([passing.getItem(KEY), lasting.getItem(KEY)]).toEqual([null, 'a']);
  clock.now += 7 * DAY_MS - 1;
  expect(storage.getItem(KEY)).toBe('a');
  clock.now += 1;
  expect(storage.getItem(KEY)).toBeNull();
  expect(lasting.getItem(KEY)).toBeNull();
});

test('a later session without that choice does not end with the choice', () => {
  const { storage, lasting, clock } = setUp();
  setStaySignedIn(lasting, { from: clock.now });
  storage.setItem(KEY, 'a');
  clock.now += 7 * DAY_MS;
  storage.setItem(KEY, 'b');
  expect(storage.getItem(KEY)).toBe('b');
  storage.removeItem(KEY);
  expect(storage.getItem(KEY)).toBeNull();
});

test('the absence of a token is not stored, so that it hides no token', () => {
  const { storage, lasting } = setUp();
  storage.setItem(KEY, 'null');
  lasting.setItem(KEY, 'of another tab');
  expect(storage.getItem(KEY)).toBe('of another tab');
});

test('a sign-out in another tab takes effect, unless this tab has a token of its own', () => {
  const { storage, lasting, passing, other } = setUp();
  const changes: (string | null)[] = [];
  storage.subscribe(KEY, (value) => void changes.push(value));
  lasting.setItem(KEY, 'a');
  other.changes(KEY);
  other.changes('something else');
  lasting.clear();
  other.changes(null);
  passing.setItem(KEY, 'own');
  other.changes(KEY);
  expect(changes).toEqual(['a', null, 'own']);
});

test('an expiry that is not a time counts as none', () => {
  const { lasting } = setUp();
  lasting.setItem('rememberMode', 'yes');
  expect(staysSignedIn(lasting, 0)).toBe(false);
});
