import { generatePath, Navigate, redirect, type RouteObject } from 'react-router-dom';
import { pages } from './pages.ts';

/** The pages inside the shell, each in a chunk of its own. */
export const signedInRoutes: RouteObject[] = [
  {
    path: 'device/:groupPk',
    lazy: async () => ({ Component: await pages.devices() }),
    children: [{ path: ':devicePk', lazy: async () => ({ Component: await pages.device() }) }],
  },
  { path: 'management', element: <Navigate to="profile" replace /> },
  {
    path: 'management/profile',
    lazy: async () => ({ Component: (await import('../features/profile/profile-page.tsx')).ProfilePage }),
  },
  { path: 'support', element: <Navigate to="downloads" replace /> },
  {
    path: 'support/downloads',
    lazy: async () => ({ Component: (await import('../features/downloads/downloads-page.tsx')).DownloadsPage }),
  },
  {
    path: 'support/notice',
    lazy: async () => ({ Component: (await import('../features/notices/notices-page.tsx')).NoticesPage }),
  },
  {
    path: 'support/notice/:pk',
    lazy: async () => ({ Component: (await import('../features/notices/notice-page.tsx')).NoticePage }),
  },
  {
    // The address of the specification.
    path: 'notice/:pk?',
    loader: ({ params }) =>
      redirect(generatePath('/:lang/support/notice/:pk?', { lang: params['lang'] ?? '', pk: params['pk'] ?? null })),
  },
];
