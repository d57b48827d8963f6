/** Apostrophes as keyboards, phones and word processors write them. */
export const APOSTROPHES = '’‘ʼ′`´';

const apostrophe = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** A text as it is searched: without regard to case, to the width of characters, to how letters are composed, and to the kind of apostrophe. */
export const foldForSearch = (text: string): string => text.normalize('NFKC').replaceAll(apostrophe, "'").toLowerCase();
