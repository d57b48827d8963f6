import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { Palette } from './pages.ts';

/** Hears Ctrl/⌘ K from the start; the palette itself comes when the page is at rest, and is then as it was asked for. */
export function PaletteLoader() {
  const [isNear, setNear] = useState(false);
  useHotkeys([['mod + K', spotlight.toggle]], [], true);
  useEffect(
    () =>
      whenIdle(
        () =>
          void Palette.preload().then(
            () => setNear(true),
            () => undefined,
          ),
      ),
    [],
  );
  return <Suspense>{isNear && <Palette />}</Suspense>;
}
