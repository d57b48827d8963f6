const SHIFTS = ['0 0', '2px 0', '3px 2px', '2px 3px', '0 2px', '-2px 1px', '-3px -1px', '-1px -2px'];

/**
 * Moves an element by a few pixels each minute, so that nothing burns into the screen. Not an animation of CSS: while one runs, the browser
 * prepares sixty frames a second for it.
 */
export function shiftEachMinute(element: HTMLElement | null): () => void {
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    if (element) element.style.translate = SHIFTS[step % SHIFTS.length] ?? '';
  }, 60_000);
  return () => clearInterval(timer);
}
