/** Of the specification (spec 3 §9). */
const SIZE = 'popup,width=1024,height=726';
const POLL_MS = 500;

/**
 * Opens the window in which is paid. It has to be called by the click itself, or the browser blocks it; it stays empty
 * until its address is known. Each payment has its own: one that is under way is neither replaced nor closed by
 * another.
 */
export const openPaymentWindow = (): Window | null => window.open('', '_blank', SIZE);

/** Resolves when the window is closed, or at once when the signal aborts. */
export async function whenClosed(opened: Pick<Window, 'closed'>, signal: AbortSignal): Promise<void> {
  while (!opened.closed && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
