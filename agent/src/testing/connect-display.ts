import type { XDisplay } from 'x11';
import { openX11Display } from '../host/screen/x11-screen.ts';

const SILENT_MS = 60_000;

/** A connection to the X server of a test, which may answer late on a busy machine. */
export const connectDisplay = (display: string): Promise<XDisplay> => openX11Display({ display, silentMs: SILENT_MS });
