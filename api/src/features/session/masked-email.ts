/** Enough of an address for its owner to know which one it is: `ki***@vigil.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const shown = Math.min(2, Math.max(0, at - 1));
  return `${email.slice(0, shown)}***${at < 0 ? '' : email.slice(at)}`;
}
