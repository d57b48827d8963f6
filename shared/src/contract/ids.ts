import * as z from 'zod';

/** The largest value of an `integer` column. Alerts and audits may exceed it and have `bigint` keys. */
export const MAX_INTEGER = 2_147_483_647;

const pk = () => z.int().positive().max(MAX_INTEGER);
const longPk = () => z.int().positive();

export const CompanyPk = pk().brand<'CompanyPk'>();
export const UserPk = pk().brand<'UserPk'>();
export const DevicePk = pk().brand<'DevicePk'>();
export const GroupPk = pk().brand<'GroupPk'>();
export const FavouritePk = pk().brand<'FavouritePk'>();
export const GroupMemberPk = pk().brand<'GroupMemberPk'>();
export const AppConfigPk = pk().brand<'AppConfigPk'>();
export const ApplicationPk = pk().brand<'ApplicationPk'>();
export const RolloutPk = pk().brand<'RolloutPk'>();
export const FilterPk = pk().brand<'FilterPk'>();
export const WallViewPk = pk().brand<'WallViewPk'>();
export const MaintenanceWindowPk = pk().brand<'MaintenanceWindowPk'>();
export const ChannelPk = pk().brand<'ChannelPk'>();
export const DeliveryPk = longPk().brand<'DeliveryPk'>();
export const AlertPk = longPk().brand<'AlertPk'>();
export const AccessRecordPk = longPk().brand<'AccessRecordPk'>();
export const SignInFailurePk = longPk().brand<'SignInFailurePk'>();
export const RemoteFilePk = pk().brand<'RemoteFilePk'>();
export const IncidentPk = longPk().brand<'IncidentPk'>();
export const AuditPk = longPk().brand<'AuditPk'>();
export const EnrolTokenPk = pk().brand<'EnrolTokenPk'>();
export const ApiTokenPk = pk().brand<'ApiTokenPk'>();
export const IpRulePk = pk().brand<'IpRulePk'>();
export const NoticePk = pk().brand<'NoticePk'>();
export const ApprovalPk = pk().brand<'ApprovalPk'>();
export const TicketPk = pk().brand<'TicketPk'>();
export const WallScreenPk = pk().brand<'WallScreenPk'>();
export const UnknownAgentPk = pk().brand<'UnknownAgentPk'>();
export const LicencePk = pk().brand<'LicencePk'>();
export const DeviceGuid = z.uuid().brand<'Guid'>();
export const SessionId = z.uuid().brand<'SessionId'>();
export const CommandId = z.uuid().brand<'CommandId'>();
export const RemoteSessionId = z.uuid().brand<'RemoteSessionId'>();
export const ExportId = z.uuid().brand<'ExportId'>();
export const BulkId = z.uuid().brand<'BulkId'>();
export const PaymentId = z.uuid().brand<'PaymentId'>();

export type CompanyPk = z.infer<typeof CompanyPk>;
export type UserPk = z.infer<typeof UserPk>;
export type DevicePk = z.infer<typeof DevicePk>;
export type GroupPk = z.infer<typeof GroupPk>;
export type FavouritePk = z.infer<typeof FavouritePk>;
export type GroupMemberPk = z.infer<typeof GroupMemberPk>;
export type AppConfigPk = z.infer<typeof AppConfigPk>;
export type ApplicationPk = z.infer<typeof ApplicationPk>;
export type RolloutPk = z.infer<typeof RolloutPk>;
export type FilterPk = z.infer<typeof FilterPk>;
export type WallViewPk = z.infer<typeof WallViewPk>;
export type MaintenanceWindowPk = z.infer<typeof MaintenanceWindowPk>;
export type ChannelPk = z.infer<typeof ChannelPk>;
export type DeliveryPk = z.infer<typeof DeliveryPk>;
export type AlertPk = z.infer<typeof AlertPk>;
export type AccessRecordPk = z.infer<typeof AccessRecordPk>;
export type SignInFailurePk = z.infer<typeof SignInFailurePk>;
export type RemoteFilePk = z.infer<typeof RemoteFilePk>;
export type IncidentPk = z.infer<typeof IncidentPk>;
export type AuditPk = z.infer<typeof AuditPk>;
export type EnrolTokenPk = z.infer<typeof EnrolTokenPk>;
export type ApiTokenPk = z.infer<typeof ApiTokenPk>;
export type IpRulePk = z.infer<typeof IpRulePk>;
export type NoticePk = z.infer<typeof NoticePk>;
export type ApprovalPk = z.infer<typeof ApprovalPk>;
export type TicketPk = z.infer<typeof TicketPk>;
export type WallScreenPk = z.infer<typeof WallScreenPk>;
export type UnknownAgentPk = z.infer<typeof UnknownAgentPk>;
export type SessionId = z.infer<typeof SessionId>;
export type DeviceGuid = z.infer<typeof DeviceGuid>;
export type CommandId = z.infer<typeof CommandId>;
export type RemoteSessionId = z.infer<typeof RemoteSessionId>;
export type ExportId = z.infer<typeof ExportId>;
export type BulkId = z.infer<typeof BulkId>;
export type PaymentId = z.infer<typeof PaymentId>;
export type LicencePk = z.infer<typeof LicencePk>;

/** A primary key inside a URL: digits only, so that `/devices/1e3` is not device 1000. */
export const pkInPath = <T extends z.ZodType<number, number>>(schema: T) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .pipe(schema);

/** A key of a filter, which stands as text in an address and as a number in the body of an export. */
export const numberInQuery = <T extends z.ZodType<number, number>>(schema: T) =>
  z.coerce.number<string | number>().pipe(schema);
