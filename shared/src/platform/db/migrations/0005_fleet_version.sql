-- Changes that were not published yet have no version; browsers read a snapshot when they connect again.
DELETE FROM "outbox";--> statement-breakpoint
ALTER TABLE "ip_policies" ALTER COLUMN "policy_use" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "ip_policies" ALTER COLUMN "block" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "ip_policies" ALTER COLUMN "block" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "file_transfer" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "file_transfer" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "capture" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "capture" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "display_power_save" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "system_power_save" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "security_agreement" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "self_unlock" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "self_unlock" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "external_access" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "policies" ALTER COLUMN "external_access" SET DEFAULT 1;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_remotecontrol" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_devicemanagement" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_filemanager" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_remoteview" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_update" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_thumbnailview" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "auth_restart" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "use_approval_function" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "use_approval" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "disable_filetransfer" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "flag_use_otp" SET DATA TYPE smallint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "version" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "fleet_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "device_groups" ADD COLUMN "app_config_fk" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "config_version" bigint;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_app_config_fk_app_configs_pk_fk" FOREIGN KEY ("app_config_fk") REFERENCES "public"."app_configs"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_version" ON "outbox" USING btree ("company_fk","version");--> statement-breakpoint
ALTER TABLE "outbox" DROP COLUMN "topic";
