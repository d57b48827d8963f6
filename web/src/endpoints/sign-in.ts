import type * as signInEndpoints from '@vigil/shared/contract/http/sign-in';
import { endpoint, endpointOpenToGuests } from './client-endpoint.ts';

export const createSignInLink = endpoint<typeof signInEndpoints.createSignInLink>('POST', '/login/link');
export const readUserOfSignInLink = endpoint<typeof signInEndpoints.readUserOfSignInLink>('GET', '/auth_token');
export const signIn = endpoint<typeof signInEndpoints.signIn>('POST', '/login');
export const signOut = endpointOpenToGuests<typeof signInEndpoints.signOut>('POST', '/logout');
