import type { CompanyPk } from '@vigil/shared/contract/ids';
import { Problem } from '@vigil/shared/contract/problems';
import { createSubscriber } from '@vigil/shared/platform/bus/bus';
import { every } from '@vigil/shared/platform/lifecycle';
import type { Deps } from '../../../deps.ts';
import { openCompanyView, type CompanyView, type ViewPosition } from './company-view.ts';

export interface CompanyViews extends Disposable {
  /** The view of a company, at least as far as `progress`; the first caller opens it. @throws Problem `unavailable` */
  of(company: CompanyPk, progress: ViewPosition): Promise<CompanyView>;
  /** Ends the views that were not read for `IDLE_MS`. */
  releaseIdle(): void;
  readonly size: number;
}

interface Open {
  readonly view: CompanyView;
  usedAt: number;
}

const IDLE_MS = 120_000;
const IDLE_CHECK_MS = 15_000;
/** About 1.5 kB each. */
const MAX_ROWS = 200_000;
const ATTEMPTS = 4;

/** The companies whose lists are read now, each in memory once. */
export function createCompanyViews(
  deps: Pick<Deps, 'database' | 'redis' | 'log' | 'metrics' | 'now'>,
  maxRows = MAX_ROWS,
): CompanyViews {
  const subscribe = createSubscriber(deps);
  const open = new Map<CompanyPk, Open>();
  const opened = deps.metrics.counter('vigil_company_views_opened_total', 'Companies read into memory for their lists');
  const countRows = () => [...open.values()].reduce((sum, { view }) => sum + view.rows.devices.size, 0);
  deps.metrics.gauge('vigil_company_view_rows', 'Devices of the companies that are kept in memory', countRows);

  const viewOf = (company: CompanyPk): Open => {
    const known = open.get(company);
    if (known) return known;
    opened.inc();
    const view = openCompanyView({ ...deps, subscribe }, company, () => {
      if (open.get(company) === entry) open.delete(company);
    });
    const entry: Open = { view, usedAt: deps.now() };
    open.set(company, entry);
    return entry;
  };

  /** Ends the views that were not read for the longest time until the others fit. */
  const makeRoom = (used: Open): void => {
    let rows = countRows();
    for (const entry of [...open.values()].toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (rows <= maxRows) return;
      if (entry === used) continue;
      rows -= entry.view.rows.devices.size;
      entry.view.end();
    }
  };

  const endAll = () => {
    for (const { view } of open.values()) view.end();
  };
  const releaseIdle = () => {
    const before = deps.now() - IDLE_MS;
    for (const { view, usedAt } of open.values()) if (usedAt < before) view.end();
  };

  // Messages were missed while the connection was lost.
  const reconnects = deps.redis.onReconnect(async () => endAll());
  const timer = every(IDLE_CHECK_MS, deps.log, releaseIdle);

  return {
    async of(company, progress) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const entry = viewOf(company);
        entry.usedAt = deps.now();
        if (await entry.view.reaches(progress)) {
          makeRoom(entry);
          return entry.view;
        }
        // Messages were lost, or are published late because a process ended: what is read now includes their changes.
        entry.view.end();
      }
      throw new Problem('unavailable');
    },
    releaseIdle,
    get size() {
      return open.size;
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      reconnects[Symbol.dispose]();
      endAll();
    },
  };
}
