import { startVirtualDisplay } from '../host/desktop/virtual-display.ts';

// A program that starts a virtual display, says which, and stays.
const { place } = await startVirtualDisplay();
process.stdout.write(place.display);
setInterval(() => undefined, 60_000);
