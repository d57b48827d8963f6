/** Two letters of a name in Latin script, the first two characters of any other. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [name.trim().slice(0, 2)];
  return letters.join('').toUpperCase();
}
