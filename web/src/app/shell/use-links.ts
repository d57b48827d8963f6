import { useMediaQuery } from '@mantine/hooks';
import type { NavContext, NavEntry } from '../../entities/area.ts';
import { readSummary } from '../../endpoints.ts';
import { resource } from '../../entities/resource.ts';
import { useSettings } from '../../entities/session/settings.ts';
import { useViewer } from '../../entities/session/viewer.ts';
import { isMobileQuery } from '../../lib/layout.ts';
import { linksOf } from './nav.ts';

const noPolicies = { common_policy: 0, ip_policy: 0 } as const;

const policies = resource({ key: 'policies', list: readSummary, rereadOn: ['policy'] });

function useNavContext(): NavContext {
  const { viewer } = useViewer();
  const settings = useSettings();
  const isMobile = useMediaQuery(isMobileQuery) ?? false;
  const { data } = policies.useList({ staleTime: Number.POSITIVE_INFINITY });
  return { viewer, settings, policies: data?.[0] ?? noPolicies, isMobile };
}

/** The links that this user may open: those of a menu, or of all. */
export function useLinks(menu?: NavEntry['menu']): readonly NavEntry[] {
  return linksOf(menu, useNavContext());
}
