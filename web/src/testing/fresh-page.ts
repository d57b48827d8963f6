import { notifications } from '@mantine/notifications';
import { beforeEach } from 'vitest';
import { cleanup } from 'vitest-browser-react';

const forget = () => {
  window.localStorage.clear();
  window.sessionStorage.clear();
};

// All files of a browser have one storage, and some of it is read as soon as a module is loaded: a session that one
// file leaves there would be the next one's.
forget();
beforeEach(forget);
// The library cleans up by itself, but only in the file that is the first to load it.
beforeEach(cleanup);
// Five are shown at once, and those of an earlier test would let a new one wait.
beforeEach(() => notifications.clean());
