import { createContext, use } from 'react';
import type { Api } from './api.ts';

/** What `app/main.tsx` makes once and hands to everything. */
export interface Services {
  api: Api;
  signOut: (reason: string | null) => void;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('rendered outside of the services provider');
  return services;
}
