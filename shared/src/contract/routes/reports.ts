import { route } from '../route.ts';

export const readAlertChart = route('GET', '/chart/alert', ['report-reader', 'guest', 'group-token:read']);
export const readAlertRanking = route('GET', '/dash/alert', ['report-reader', 'guest', 'group-token:read']);
export const readRemoteChart = route('GET', '/chart/remote', ['report-reader', 'guest', 'group-token:read']);
export const readRemoteRanking = route('GET', '/dash/remote', ['report-reader', 'guest', 'group-token:read']);

export const listAccessHistory = route('GET', '/history/access', ['report-reader', 'guest', 'group-token:read']);
export const listAlertHistory = route('GET', '/history/alert', ['report-reader', 'guest', 'group-token:read']);
export const listFileHistory = route('GET', '/history/file', ['report-reader', 'guest', 'group-token:read']);
export const listRemoteHistory = route('GET', '/history/remote', ['report-reader', 'guest', 'group-token:read']);

export const readDashboard = route('GET', '/dashboard', ['report-reader', 'guest', 'group-token:read']);

export const listAudits = route('GET', '/audits', ['user', 'guest', 'group-token:read']);
export const postAudit = route('POST', '/audits', ['user', 'guest']);

export const listSignIns = route('GET', '/sign_ins', ['administrator', 'guest', 'token:read']);
