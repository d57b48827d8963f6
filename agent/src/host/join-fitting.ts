/** As many of the first parts as fit into a text of this length, which never ends within one. */
export function joinFitting(parts: readonly string[], separator: string, maxLength: number): string {
  let text = '';
  for (const part of parts) {
    const next = text === '' ? part : `${text}${separator}${part}`;
    if (next.length > maxLength) break;
    text = next;
  }
  return text;
}
