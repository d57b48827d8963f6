import * as z from 'zod';
import { administratorsOnly, anySession, reportReaders, type EndpointAccess } from '../access.ts';
import { Bit } from '../device.ts';
import { bodyBytesOfDeviceList, endpoint } from '../endpoint.ts';
import { DevicePk, ExportId } from '../ids.ts';
import { MAX_READ_REQUEST_DEVICES } from '../limits.ts';
import { dateRangeParams, pointInTimeText } from '../list-query.ts';
import { deviceExportSortKeys, exportKinds, exportStates, type ExportKind } from '../names.ts';
import * as company from '../routes/company.ts';
import { approvalFilter, approvalSortKeys } from './approvals.ts';
import { auditFilter } from './audits.ts';
import { groupScopeInQuery } from './devices.ts';
import { accessHistoryFilter, alertHistoryFilter, fileHistoryFilter, remoteHistoryFilter } from './histories.ts';
import { chartPeriodParams, isMonthKnown, monthNeeded } from './statistics.ts';

/** The devices of a group, or those that are named, in their order. */
const DeviceTable = z.object({
  export_id: z.literal('deviceListTable'),
  by: z.enum(deviceExportSortKeys).default('alias'),
  order: z.enum(['asc', 'desc']).default('asc'),
  device_group_pk: groupScopeInQuery.default('all'),
  device_pks: z.array(DevicePk).min(1).max(MAX_READ_REQUEST_DEVICES).optional(),
});

/** The history of what users did; of administrators only (decision 59). */
const AuditTable = z.object({
  export_id: z.literal('auditTable'),
  by: z.literal('create_time').default('create_time'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...auditFilter,
});

/** Requests for access, as the list of the caller shows them. */
const ApprovalTable = z.object({
  export_id: z.literal('approvalTable'),
  by: z.enum(approvalSortKeys).default('proposal_time'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...approvalFilter,
});

const newestFirst = {
  by: z.literal('create_time').default('create_time'),
  order: z.enum(['asc', 'desc']).default('desc'),
};

/** The histories, as their lists show them to the caller. */
const RemoteHistoryTable = z.object({
  export_id: z.literal('remoteHistoryTable'),
  ...newestFirst,
  ...remoteHistoryFilter,
});
const FileHistoryTable = z.object({ export_id: z.literal('fileHistoryTable'), ...newestFirst, ...fileHistoryFilter });
const AlertHistoryTable = z.object({
  export_id: z.literal('alertHistoryTable'),
  ...newestFirst,
  ...alertHistoryFilter,
});
const AccessHistoryTable = z.object({
  export_id: z.literal('accessHistoryTable'),
  ...newestFirst,
  ...accessHistoryFilter,
});
/** Deletions of devices (audit entries of type 13). */
const DeletedHistoryTable = z.object({
  export_id: z.literal('deletedHistoryTable'),
  ...newestFirst,
  ...dateRangeParams,
});

/** The charts, as their tables show them to the caller: a row for each month of a year or day of a month. */
const RemoteStatisticsTable = z
  .object({ export_id: z.literal('remoteStatisticsTable'), ...chartPeriodParams })
  .refine(isMonthKnown, monthNeeded);
const AlertStatisticsTable = z
  .object({ export_id: z.literal('alertStatisticsTable'), ...chartPeriodParams })
  .refine(isMonthKnown, monthNeeded);

/** The four rankings of a range of days, one below the other. */
const RankingTable = z.object({
  export_id: z.literal('rankingTable'),
  start_date: pointInTimeText,
  end_date: pointInTimeText,
});

/** The users of the company; of administrators only. */
const ManagersTable = z.object({ export_id: z.literal('managersTable') });

export const ExportRequest = z.discriminatedUnion('export_id', [
  DeviceTable,
  AuditTable,
  ApprovalTable,
  RemoteHistoryTable,
  FileHistoryTable,
  AlertHistoryTable,
  AccessHistoryTable,
  DeletedHistoryTable,
  RemoteStatisticsTable,
  AlertStatisticsTable,
  RankingTable,
  ManagersTable,
]);
/** All data of the company. It is asked for with the caller's password (`exportCompanyData`). */
const CompanyData = z.object({ export_id: z.literal('companyData') });
/** What the row of an export says. */
export type StoredExportRequest = ExportRequest | z.infer<typeof CompanyData>;

export type DeviceExport = z.infer<typeof DeviceTable>;
export type AuditExport = z.infer<typeof AuditTable>;
export type ApprovalExport = z.infer<typeof ApprovalTable>;
export type RemoteHistoryExport = z.infer<typeof RemoteHistoryTable>;
export type FileHistoryExport = z.infer<typeof FileHistoryTable>;
export type AlertHistoryExport = z.infer<typeof AlertHistoryTable>;
export type AccessHistoryExport = z.infer<typeof AccessHistoryTable>;
export type DeletedHistoryExport = z.infer<typeof DeletedHistoryTable>;
export type RemoteStatisticsExport = z.infer<typeof RemoteStatisticsTable>;
export type AlertStatisticsExport = z.infer<typeof AlertStatisticsTable>;
export type RankingExport = z.infer<typeof RankingTable>;
export type ManagersExport = z.infer<typeof ManagersTable>;
export type ExportRequest = z.infer<typeof ExportRequest>;

/** Who may export a list: who may read it. */
export const exportAccess: { readonly [K in ExportKind]: EndpointAccess } = {
  deviceListTable: anySession,
  auditTable: administratorsOnly,
  approvalTable: anySession,
  remoteHistoryTable: reportReaders,
  fileHistoryTable: reportReaders,
  alertHistoryTable: reportReaders,
  accessHistoryTable: reportReaders,
  deletedHistoryTable: reportReaders,
  remoteStatisticsTable: reportReaders,
  alertStatisticsTable: reportReaders,
  rankingTable: reportReaders,
  managersTable: administratorsOnly,
  companyData: administratorsOnly,
};

/** An address that is valid for ten minutes and for this session only. */
const File = z.object({ download_url: z.string(), file_name: z.string() });

/**
 * Asks for a spreadsheet (spec 2 §7). The objects are empty until it is ready; the same request meanwhile is the same
 * export. `percent` is 0–100, `rows` the number of those written.
 * @throws Problem `date_validate_error`
 */
export const postExport = endpoint(company.postExport, {
  audits: ['exported'],
  summary: 'Export a list as a spreadsheet',
  bodyLimit: bodyBytesOfDeviceList(MAX_READ_REQUEST_DEVICES),
  body: ExportRequest,
  objects: z.union([File, z.strictObject({})]),
  meta: z.object({ id: ExportId, percent: z.int(), rows: z.int() }),
});

export const ExportRow = z.object({
  id: ExportId,
  export_id: z.enum(exportKinds),
  state: z.enum(exportStates),
  percent: z.int(),
  rows: z.int(),
  /** The devices that could not be read, once it is over (decision 116): they are gone, or the export has failed. */
  unread: z.int(),
  file_name: z.string(),
  /** Empty until it is ready. */
  download_url: z.string(),
  /** 1 once the file was fetched. */
  downloaded: Bit,
  created_at: z.iso.datetime(),
});
export type ExportRow = z.infer<typeof ExportRow>;

/** A file is kept for a day. A company that its licence blocks still saves all its data. */
export const listExports = endpoint(company.listExports, {
  whileGated: true,
  summary: 'List the exports of the user, newest first',
  objects: z.array(ExportRow),
});

export const deleteExport = endpoint(company.deleteExport, {
  audits: { none: 'a file of their own' },
  whileGated: true,
  summary: 'Cancel an export, or delete its file',
  params: z.object({ id: ExportId }),
  objects: z.array(ExportId),
});
