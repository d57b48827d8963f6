/**
 * Apostrophes as keyboards, phones and word processors write them. They are replaced before the normalization, which
 * makes a space and a combining accent of one of them.
 */
export const APOSTROPHES = '’‘ʼ′`´｀';

const apostrophe = new RegExp(`[${APOSTROPHES}]`, 'gu');

/**
 * A text as it is searched: without regard to case, to the width of characters, to how letters are composed, and to the
 * kind of apostrophe.
 */
export const foldForSearch = (text: string): string => text.replaceAll(apostrophe, "'").normalize('NFKC').toLowerCase();

/** Finds what has every word of what was typed in one of its texts. Nothing typed finds all. */
export function createTextSearch(typed: string): (...texts: readonly (string | null)[]) => boolean {
  const words = searchWordsOf(typed);
  return (...texts) => {
    if (words.length === 0) return true;
    const folded = texts.flatMap((text) => (text === null ? [] : [foldForSearch(text)]));
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}

/** The words of what was typed, as texts are searched for each of them. */
export const searchWordsOf = (typed: string): string[] => foldForSearch(typed).split(/\s+/u).filter(Boolean);
