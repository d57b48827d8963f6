import { useEffect, useState } from 'react';
import { useTimeFormat } from './use-time-format.ts';

/** From here on, seconds are shown. */
export const SECONDS_SHOWN_BELOW_S = 5 * 60;

const TICK_MS = 1_000;

const secondsUntil = (at: string): number => Math.max(0, Math.ceil((Date.parse(at) - Date.now()) / 1_000));

/** The seconds that are left until a time, counted down. */
export function useSecondsLeft(until: string): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(until));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

/** Hours and minutes; in the last minutes, minutes and seconds. */
export function useTimeLeftText(): (seconds: number) => string {
  const time = useTimeFormat();
  return (seconds) => (seconds > SECONDS_SHOWN_BELOW_S ? time.span(seconds) : clockOf(seconds));
}

/** "4:07" */
const clockOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
