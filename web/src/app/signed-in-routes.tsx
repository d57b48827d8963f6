import { generatePath, Navigate, redirect, type RouteObject } from 'react-router-dom';
import type { AreaPage, RouteHandle } from '../entities/area.ts';
import type { TextLoader } from '../i18n/create-i18n.ts';
import { withinChunkTimeout } from '../lib/chunk-timeout.ts';
import { areas } from './areas.ts';
import { mostUsedPageLoaders } from './pages.ts';
import { IfAdmitted } from './session/if-admitted.tsx';
import { IfFeatureEnabled } from './session/if-feature-enabled.tsx';

/** The pages inside the shell. */
export function signedInRoutes(loadTexts: TextLoader['load']): RouteObject[] {
  const routeOf = ({ path, load, texts, offered, denies, isFullScreen = false }: AreaPage): RouteObject => {
    const page: RouteObject = {
      path,
      handle: { isFullScreen } satisfies RouteHandle,
      lazy: async () => {
        const [Component] = await withinChunkTimeout(Promise.all([load(), texts && loadTexts(texts)]));
        return { Component };
      },
    };
    const admitted = denies ? { element: <IfAdmitted denies={denies} />, children: [page] } : page;
    return offered ? { element: <IfFeatureEnabled {...offered} />, children: [admitted] } : admitted;
  };
  return [
    {
      path: 'device/:groupPk',
      lazy: async () => ({ Component: await withinChunkTimeout(mostUsedPageLoaders.devices()) }),
      children: [
        {
          path: ':devicePk',
          lazy: async () => ({ Component: await withinChunkTimeout(mostUsedPageLoaders.device()) }),
        },
      ],
    },
    ...areas.flatMap((area) => area.pages.map(routeOf)),
    { path: 'device', element: <Navigate to="all" replace /> },
    { path: 'application', element: <Navigate to="all" replace /> },
    { path: 'management', element: <Navigate to="profile" replace /> },
    // The names of the specification, to which mails lead as well.
    { path: 'license', element: <Navigate to="../management/license" replace /> },
    { path: 'payments', element: <Navigate to="../management/payments" replace /> },
    { path: 'support', element: <Navigate to="downloads" replace /> },
    {
      // The address of the specification.
      path: 'notice/:pk?',
      loader: ({ params }) =>
        redirect(generatePath('/:lang/support/notice/:pk?', { lang: params['lang'] ?? '', pk: params['pk'] ?? null })),
    },
  ];
}
