import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import { Palette } from '../chunks/shell-parts.ts';
import { useLinks } from './use-links.ts';

/** Handles Ctrl/⌘ K from the start; the palette itself is loaded when the page is idle, and then opens if it was requested. */
export function PaletteLoader() {
  const [isLoaded, setLoaded] = useState(false);
  useHotkeys([['mod + K', spotlight.toggle]], [], true);
  useEffect(
    () =>
      whenIdle(
        () =>
          void Palette.preload().then(
            () => setLoaded(true),
            () => undefined,
          ),
      ),
    [],
  );
  const links = useLinks();
  return <Suspense>{isLoaded && <Palette links={links} />}</Suspense>;
}
