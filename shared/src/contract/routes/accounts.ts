import { route } from '../route.ts';

export const checkLoginIdAvailability = route('GET', '/check', ['anybody']);
export const checkResetLink = route('GET', '/resetPW', ['anybody']);
export const mailLoginId = route('POST', '/findID', ['anybody']);
export const recoverAccount = route('POST', '/resetPW', ['anybody']);
export const signUp = route('POST', '/join', ['anybody']);
export const verifyEmail = route('POST', '/email_auth', ['anybody']);

export const createSignInLink = route('POST', '/login/link', ['user']);
export const readUserOfSignInLink = route('GET', '/auth_token', ['anybody']);
export const signIn = route('POST', '/login', ['anybody']);
export const signOut = route('POST', '/logout', ['user', 'guest', 'ticket']);

export const endOtherSessions = route('DELETE', '/sessions', ['user']);
export const endOwnSession = route('DELETE', '/sessions/:id', ['user']);
export const listSessions = route('GET', '/sessions', ['user']);
export const postAccess = route('POST', '/access', ['anybody', 'user', 'guest', 'ticket']);

export const readProfile = route('GET', '/user/0', ['user', 'guest', 'ticket', 'screen', 'token:read']);
export const updateProfile = route('PUT', '/user/0', ['user']);

export const listPreferences = route('GET', '/user/preferences', ['user', 'guest', 'ticket']);
export const readPreference = route('GET', '/user/preferences/:key', ['user', 'guest', 'ticket']);
export const writePreference = route('PUT', '/user/preferences/:key', ['user']);

export const readInstallationSettings = route('GET', '/settings', ['anybody']);

export const applyForPartnerAccount = route('POST', '/partners', ['anybody']);
export const openSessionByInvitation = route('POST', '/partners/invitation', ['anybody']);

export const listDevicesOverLicence = route('GET', '/licence_gate', ['administrator', 'guest', 'token:read']);

export const reportClientError = route('POST', '/client_errors', ['anybody']);
