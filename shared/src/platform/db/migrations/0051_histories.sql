DROP INDEX "access_records_company";--> statement-breakpoint
DROP INDEX "alerts_company";--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "mgr_pri_ip" text;--> statement-breakpoint
ALTER TABLE "access_records" ADD COLUMN "login_from" varchar(6) DEFAULT 'web' NOT NULL;--> statement-breakpoint
ALTER TABLE "audits" ADD COLUMN "device_group_fk" integer;--> statement-breakpoint
CREATE INDEX "access_records_page" ON "access_records" USING btree ("company_fk","access_time","pk");--> statement-breakpoint
CREATE INDEX "access_records_user" ON "access_records" USING btree ("user_fk","access_time","pk");--> statement-breakpoint
CREATE INDEX "alerts_page" ON "alerts" USING btree ("company_fk","generate","pk");--> statement-breakpoint
CREATE INDEX "audits_deleted_devices" ON "audits" USING btree ("company_fk","act_time","pk") WHERE act_name_id = 13;--> statement-breakpoint
CREATE INDEX "remote_files_page" ON "remote_files" USING btree ("company_fk","start_time","pk");--> statement-breakpoint
CREATE INDEX "remote_sessions_page" ON "remote_sessions" USING btree ("company_fk","start_time","id") WHERE start_time is not null;