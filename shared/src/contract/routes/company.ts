import { route } from '../route.ts';

export const exportCompanyData = route('POST', '/company/export', ['administrator']);
export const keepCompany = route('DELETE', '/company/deletion', ['administrator']);
export const requestCompanyDeletion = route('POST', '/company/deletion', ['administrator']);
export const updateCompany = route('PUT', '/company', ['administrator']);

export const previewFunctionSettings = route('POST', '/company_function/effects', [
  'administrator',
  'guest',
  'token:read',
]);
export const readFunctionSettings = route('GET', '/company_function', ['administrator', 'guest', 'token:read']);
export const updateOnlineAgents = route('PUT', '/companies/:company_fk', ['administrator', 'token:commands']);
export const writeFunctionSettings = route('POST', '/company_function', ['administrator', 'token:administration']);

export const changeIpPolicy = route('POST', '/ip_policy', ['administrator']);
export const readIpPolicy = route('GET', '/ip_policy', ['administrator', 'guest', 'token:read']);

export const cancelPayment = route('DELETE', '/payments/:id', ['administrator']);
export const continuePayment = route('POST', '/payments/:id/window', ['administrator']);
export const createPayment = route('POST', '/payments', ['administrator']);
export const listPayments = route('GET', '/payment_history', ['administrator', 'token:read']);
export const mailReceipt = route('POST', '/payments/:id/receipt', ['administrator']);
export const readPayment = route('GET', '/payments/:id', ['administrator', 'token:read']);
export const readQuote = route('GET', '/payments/quote', ['administrator', 'token:read']);
export const withdrawPayment = route('POST', '/payments/:id/withdraw', ['administrator']);

export const deleteExport = route('DELETE', '/exports/:id', ['user']);
export const listExports = route('GET', '/exports', ['user']);
export const postExport = route('POST', '/excel', ['user']);

export const importGroups = route('POST', '/device-groups-excel', ['administrator', 'token:administration']);
export const importUsers = route('POST', '/users-excel', ['administrator']);
export const listImports = route('GET', '/imports', ['administrator']);
export const readImport = route('GET', '/imports/:import_id', ['administrator']);
export const readUserImportProgress = route('GET', '/users-excel/:import_id', ['administrator']);

export const listDownloadableFiles = route('GET', '/downloads', ['user', 'guest', 'ticket', 'group-token:read']);

export const listNotices = route('GET', '/notices', ['anybody']);
export const readNotice = route('GET', '/notices/:pk', ['anybody']);
