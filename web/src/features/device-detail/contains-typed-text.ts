/** Whether one of the texts contains what was typed, as filters of lists match (spec 2 §2). */
export const containsTypedText = (typed: string, ...texts: readonly string[]): boolean =>
  texts.join('\n').toLowerCase().includes(typed.trim().toLowerCase());
