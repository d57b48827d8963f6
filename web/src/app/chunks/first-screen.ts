/** What a signed-in user sees first, as one chunk: each further one would be another request before the first paint. */
export { DevicesPage } from '../../features/devices/devices-page.tsx';
export { Console } from '../console.tsx';
