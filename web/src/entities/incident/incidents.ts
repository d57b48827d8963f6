/** Queries below this key are read again when an incident changed. */
export const incidentsKey = ['incidents'] as const;
/** Those of the bell, with how many of them are new. */
export const newestIncidentsKey = [...incidentsKey, 'newest'] as const;
