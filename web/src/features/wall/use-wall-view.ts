import type { WallView } from '@vigil/shared/contract/http/wall-views';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useListScope } from '../../entities/device/device-address.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { VIEW_PARAMETER, wallViews } from '../../entities/wall-view/wall-views.ts';
import { useLanguage } from '../../lib/language.ts';
import { useJsonStable } from '../../lib/use-json-stable.ts';
import { useQueryChanges } from '../../lib/use-query-changes.ts';
import {
  isChanged,
  wallSettingsOfAddress,
  settingsOfView,
  usualSettings,
  wallPath,
  writeSettingsQuery,
  type WallSettings,
} from './wall-settings.ts';

/** The saved view that the address names, or that a wall screen is given. */
export type ShownView =
  | { readonly kind: 'none' | 'reading' | 'failed' | 'missing' }
  /** `isDeleted`: by now; the wall goes on as it was. */
  | { readonly kind: 'shown'; readonly view: WallView; readonly isDeleted: boolean; readonly isChanged: boolean };

export type ChangeSettings = (change: (settings: WallSettings) => Partial<WallSettings>) => void;

export interface WallState {
  readonly shown: ShownView;
  readonly settings: WallSettings;
  /** What the view was saved with; without a view, what walls usually show. */
  readonly saved: WallSettings;
  readonly change: ChangeSettings;
}

/** What the address says to show, and what changes it. */
export function useWallState(): WallState {
  const [query, changeQuery] = useQueryChanges();
  const scope = useListScope();
  const language = useLanguage();
  const navigate = useNavigate();
  const { viewer } = useViewer();
  const byAddress = query.get(VIEW_PARAMETER);
  const named = useNamedView(viewer.isWallScreen ? 'own' : byAddress);
  const { view } = named;
  const saved = view ? settingsOfView(view) : usualSettings;
  const settings = useJsonStable(wallSettingsOfAddress({ scope, query }, saved));

  const change: ChangeSettings = (changeOf) => {
    const groups = changeOf(settings).groups;
    if (groups !== undefined) {
      const path = wallPath({ ...settings, groups }, view && { pk: view.pk, saved });
      return void navigate(`/${language}/${path}`, { replace: true });
    }
    changeQuery((next) => {
      // What was asked for just before counts, also before it is shown.
      const asked = wallSettingsOfAddress({ scope, query: next }, saved);
      writeSettingsQuery(next, { ...asked, ...changeOf(asked) }, saved);
    });
  };
  const shown: ShownView =
    named.view === null
      ? { kind: named.state }
      : {
          kind: 'shown',
          view: named.view,
          isDeleted: named.state === 'deleted',
          isChanged: isChanged(settings, saved),
        };
  return { shown, settings, saved, change };
}

type NamedView =
  | { readonly state: 'none' | 'reading' | 'failed' | 'missing'; readonly view: null }
  | { readonly state: 'known' | 'deleted'; readonly view: WallView };

/** The view with this key, as it was known last if it was deleted meanwhile. A wall screen has at most one, its own. */
function useNamedView(pk: string | null): NamedView {
  const { data, errorUpdateCount } = wallViews.useList({
    enabled: pk !== null,
    // Nobody is at a wall to try again.
    refetchInterval: ({ state }) => state.status === 'error' && RETRY_MS,
  });
  const [known, setKnown] = useState<WallView | null>(null);
  const found = pk === 'own' ? data?.[0] : data?.find((one) => String(one.pk) === pk);
  if (found && found !== known) setKnown(found);
  if (pk === null) return { state: 'none', view: null };
  if (found) return { state: 'known', view: found };
  // The view of a screen was taken away: it shows walls as they usually are.
  if (pk === 'own' && data) return { state: 'none', view: null };
  if (known && String(known.pk) === pk) return { state: data ? 'deleted' : 'known', view: known };
  if (data) return { state: 'missing', view: null };
  // Also while it is tried again.
  return { state: errorUpdateCount > 0 ? 'failed' : 'reading', view: null };
}

const RETRY_MS = 10_000;
