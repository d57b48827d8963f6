/**
 * Puts a text into the clipboard; resolves to whether it is there. `navigator.clipboard` exists in secure contexts only
 * and may be refused, so the older command, which copies what is selected, is tried then.
 */
export async function copyText(text: string): Promise<boolean> {
  // Not there over plain http at an address of the local network, although its type says so.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isWritten = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isWritten === true || copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; top: 0; opacity: 0;';
  document.body.append(field);
  field.select();
  // Deprecated, but browsers offer nothing else outside secure contexts.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
