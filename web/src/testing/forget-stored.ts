import { beforeEach } from 'vitest';

const forget = () => {
  window.localStorage.clear();
  window.sessionStorage.clear();
};

// All files of a browser have one storage, and some of it is read as soon as a module is loaded: a session that one
// file leaves there would be the next one's.
forget();
beforeEach(forget);
