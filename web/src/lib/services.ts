import { createContext, use } from 'react';
import type { Api } from './api.ts';
import type { ErrorReporter } from './error-reporter.ts';

/** Created once by `app/main.tsx`, and provided to all components. */
export interface Services {
  api: Api;
  errorReports: ErrorReporter;
  /** Aborts when the present session ends. */
  sessionEnd: () => AbortSignal;
  signOut: (reason: string | null) => void;
  preferences: {
    /** Reads the preferences of the signed-in user again. */
    refresh: () => Promise<void>;
  };
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('rendered outside of the services provider');
  return services;
}
