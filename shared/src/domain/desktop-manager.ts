/** What stands in the place of a browser for the desktop manager, which names none (spec 2 §2). */
export const DESKTOP_MANAGER = 'CS';
