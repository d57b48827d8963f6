import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useState } from 'react';
import { palette, paletteStore, setPaletteQuery } from '../../lib/palette-store.ts';
import { whenBrowserIdle } from '../../lib/when-idle.ts';
import { Palette } from '../chunks/shell-parts.ts';
import { useLinks } from './use-links.ts';

/** Handles Ctrl/⌘ K from the start; the palette itself is loaded when the page is idle or when it is opened. */
export function PaletteLoader() {
  const [isLoaded, setLoaded] = useState(false);
  const { opened } = useSpotlight(paletteStore);
  useHotkeys([['mod + K', palette.toggle]], [], true);
  useWindowEvent('keydown', typeAhead, { capture: true });
  useEffect(() => {
    const load = () => void Palette.preload().then(() => setLoaded(true), palette.close);
    if (opened) return load();
    return whenBrowserIdle(load);
  }, [opened]);
  const links = useLinks();
  return <Suspense>{isLoaded && <Palette links={links} />}</Suspense>;
}

/**
 * Keys that are typed after the palette was opened and before its field has the focus belong to its query, not to the
 * page.
 */
function typeAhead(event: KeyboardEvent) {
  const { opened, query } = paletteStore.getState();
  if (!opened || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.activeElement?.closest('.mantine-Spotlight-content')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') palette.close();
  else if (event.key === 'Backspace') setPaletteQuery(query.slice(0, -1));
  else if (event.key.length === 1) setPaletteQuery(query + event.key);
}
