import { openX11Desktop } from '../host/desktop/x11-desktop.ts';

// A program that locks the input of the display that it is started with, says so, and stays.
const desktop = await openX11Desktop({ display: process.argv[2] ?? '' });
await desktop.lockInput?.(() => undefined);
process.stdout.write('locked');
