import { createSpotlight } from '@mantine/spotlight';

/** The state of the command palette: the shell opens it, and takes keys for its query, before its code is loaded. */
export const [paletteStore, palette] = createSpotlight();

export const setPaletteQuery = (query: string) => paletteStore.updateState((state) => ({ ...state, query }));
