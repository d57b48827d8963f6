/** The pages of the account menu and of support, one chunk: each is small, and they share most of their controls. */
export { DownloadsPage } from '../features/downloads/downloads-page.tsx';
export { IncidentsPage } from '../features/incidents/incidents-page.tsx';
export { NoticePage } from '../features/notices/notice-page.tsx';
export { NoticesPage } from '../features/notices/notices-page.tsx';
export { ProfilePage } from '../features/profile/profile-page.tsx';
