import { onTestFinished } from 'vitest';

/** Counts the reloads of the page for the rest of the test, instead of letting them happen. */
export function countReloads(): () => number {
  let reloads = 0;
  const onNavigate = (event: NavigateEvent) => {
    if (event.navigationType !== 'reload') return;
    event.preventDefault();
    reloads += 1;
  };
  navigation.addEventListener('navigate', onNavigate);
  onTestFinished(() => navigation.removeEventListener('navigate', onNavigate));
  return () => reloads;
}
