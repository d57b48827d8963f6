import { showX11Prompt, type Prompt } from './x11-prompt.ts';

/** From the loss of a line until it is shown again. */
const AGAIN_MS = 500;
/** A display that ends takes its viewers with it in this time; one that goes on without the line does not. */
const FAILING_MS = 3_000;

/**
 * Shows a line until it is disposed, also when another program closes its window or its connection: whoever views the
 * screen is named on it.
 * @param onFailed it cannot be shown any more
 */
export function showLastingPrompt(display: string, prompt: Prompt, onFailed: (cause: unknown) => void): Disposable {
  let isOver = false;
  let shown: Disposable | null = null;
  let again: NodeJS.Timeout | undefined;
  /** By `performance.now()`; null while it is shown. */
  let failingSince: number | null = null;

  const showLater = () => {
    if (!isOver) again = setTimeout(() => void show(), AGAIN_MS).unref();
  };
  const show = async () => {
    try {
      const window = await showX11Prompt(display, prompt, showLater);
      failingSince = null;
      if (isOver) window[Symbol.dispose]();
      else shown = window;
    } catch (cause) {
      failingSince ??= performance.now();
      if (performance.now() - failingSince < FAILING_MS) showLater();
      else if (!isOver) onFailed(cause);
    }
  };
  void show();
  return {
    [Symbol.dispose]: () => {
      isOver = true;
      clearTimeout(again);
      shown?.[Symbol.dispose]();
    },
  };
}
