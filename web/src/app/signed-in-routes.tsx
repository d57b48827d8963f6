import { Navigate, type RouteObject } from 'react-router-dom';
import { DevicePage } from '../features/device-detail/device-page.tsx';
import { DevicesPage } from '../features/devices/devices-page.tsx';

/** The pages inside the shell. What is not looked at all day is a chunk of its own. */
export const signedInRoutes: RouteObject[] = [
  {
    path: 'device/:groupPk',
    element: <DevicesPage />,
    children: [{ path: ':devicePk', element: <DevicePage /> }],
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
    path: 'notice',
    lazy: async () => ({ Component: (await import('../features/notices/notices-page.tsx')).NoticesPage }),
  },
  {
    path: 'notice/:pk',
    lazy: async () => ({ Component: (await import('../features/notices/notice-page.tsx')).NoticePage }),
  },
];
