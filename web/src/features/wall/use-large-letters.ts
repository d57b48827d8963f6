import { useEffect } from 'react';

/** On a screen with many pixels its dialogs grow as the tiles do: twice as large at 3840 pixels. */
export function useLargeLetters(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = 'max(100%, 0.8333vw)';
    return () => {
      style.fontSize = '';
    };
  }, []);
}
