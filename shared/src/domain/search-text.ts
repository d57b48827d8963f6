/** Apostrophes as keyboards, phones and word processors write them. */
export const APOSTROPHES = '’‘ʼ′`´';

const apostrophe = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** A text as it is searched: without regard to case, to the width of characters, to how letters are composed, and to the kind of apostrophe. */
export const foldForSearch = (text: string): string => text.normalize('NFKC').replaceAll(apostrophe, "'").toLowerCase();

/** Finds texts that hold what was typed, of which spaces at the ends do not count. Nothing typed finds all of them. */
export function createTextSearch(typed: string): (...texts: readonly (string | null)[]) => boolean {
  const wanted = foldForSearch(typed).trim();
  return (...texts) => wanted === '' || texts.some((text) => text !== null && foldForSearch(text).includes(wanted));
}

/** The words of what was typed, as texts are searched for each of them. */
export const searchWordsOf = (typed: string): string[] => foldForSearch(typed).split(/\s+/u).filter(Boolean);

/** Finds texts that hold every word of what was typed. */
export function createWordSearch(typed: string): (text: string) => boolean {
  const words = searchWordsOf(typed);
  return (text) => {
    const folded = foldForSearch(text);
    return words.every((word) => folded.includes(word));
  };
}
