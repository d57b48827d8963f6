import { useMemo, useState } from 'react';

/** The selected rows of a list, which stay while its pages are turned and its search changes. */
export interface KeptSelection<Row, Pk> {
  readonly selected: ReadonlySet<Pk>;
  /** As they were last in sight, in the order of their selection. */
  readonly rows: readonly Row[];
  /** How many of them are on another page, or are not found by the search. */
  readonly hidden: number;
  readonly onSelect: (selected: ReadonlySet<Pk>) => void;
}

/**
 * Keeps what is selected, so that an action reaches all of it, and not only what is on the page.
 * @param shown the rows that are in sight
 */
export function useRowSelection<Row extends { readonly pk: Pk }, Pk extends string | number>(
  shown: readonly Row[],
): KeptSelection<Row, Pk> {
  const [kept, setKept] = useState<ReadonlyMap<Pk, Row>>(() => new Map());
  const byPk = useMemo(() => new Map(shown.map((row) => [row.pk, row])), [shown]);
  return useMemo(
    () => ({
      selected: new Set(kept.keys()),
      rows: [...kept].map(([pk, row]) => byPk.get(pk) ?? row),
      hidden: [...kept.keys()].filter((pk) => !byPk.has(pk)).length,
      onSelect: (selected) =>
        setKept(
          new Map(
            [...selected].flatMap((pk) => {
              const row = byPk.get(pk) ?? kept.get(pk);
              return row === undefined ? [] : [[pk, row] as const];
            }),
          ),
        ),
    }),
    [kept, byPk],
  );
}
