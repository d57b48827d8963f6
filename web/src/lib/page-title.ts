import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useId } from 'react';

interface PageTitle {
  readonly id: string;
  readonly title: string;
  /** What is opened beside a page is above it. */
  readonly level: number;
}

const titlesAtom = atom<readonly PageTitle[]>([]);
const topTitleAtom = atom((get) => get(titlesAtom).reduce<PageTitle | null>(higher, null)?.title ?? '');

const higher = (a: PageTitle | null, b: PageTitle): PageTitle => (a === null || b.level >= a.level ? b : a);

/** Names what the screen shows, for the title of the tab. */
export function usePageTitle(title: string, level = 0): void {
  const setTitles = useSetAtom(titlesAtom);
  const id = useId();
  useEffect(() => {
    setTitles((all) => [...all, { id, title, level }]);
    return () => setTitles((all) => all.filter((one) => one.id !== id));
  }, [setTitles, id, title, level]);
}

/** Writes the title of the tab: the number of what needs attention, what is shown, the product. */
export function useDocumentTitle(count = 0): void {
  const title = useAtomValue(topTitleAtom);
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title === '' ? '' : `${title} · `}Vigil`;
  }, [title, count]);
}
