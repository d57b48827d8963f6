import { useEffect } from 'react';

/** While a wall is open, the font of the page grows with the longer side of the screen: twice as large at 3840 pixels. */
export function useScaledFontSize(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = 'max(100%, 0.8333vmax)';
    return () => {
      style.fontSize = '';
    };
  }, []);
}
