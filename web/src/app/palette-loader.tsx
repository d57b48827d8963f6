import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Suspense, useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';
import { Palette } from './pages.ts';

/** Handles Ctrl/⌘ K from the start; the palette itself is loaded when the page is idle, and then opens if it was requested. */
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
