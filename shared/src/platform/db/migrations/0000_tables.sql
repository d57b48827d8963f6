CREATE TABLE "command_steps" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"command_fk" uuid NOT NULL,
	"state" varchar(10) NOT NULL,
	"message" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"device_alias" varchar(64) NOT NULL,
	"type" varchar(30) NOT NULL,
	"args" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" varchar(10) DEFAULT 'queued' NOT NULL,
	"percent" real,
	"message" text,
	"result" jsonb,
	"issued_by" integer,
	"issuer_name" text DEFAULT '' NOT NULL,
	"bulk_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"topic" varchar(20) NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"pk" serial PRIMARY KEY NOT NULL,
	"name" varchar(200) NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"bulk_confirm_over" integer DEFAULT 10 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "licences" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"type" varchar(20) NOT NULL,
	"device_volume" integer NOT NULL,
	"manager_limit" integer NOT NULL,
	"parent_fk" integer,
	"starts_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_configs" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"config_name" varchar(100) NOT NULL,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"disconnected_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "device_groups" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"name" varchar(40) NOT NULL,
	"group_fk" integer,
	"root_group_fk" integer,
	"flag_df_group" smallint DEFAULT 0 NOT NULL,
	"flag_confirm" smallint DEFAULT 0 NOT NULL,
	"dev_limit" integer DEFAULT 0 NOT NULL,
	"manager_name" varchar(100) DEFAULT '' NOT NULL,
	"manager_email" varchar(200) DEFAULT '' NOT NULL,
	"manager_phone" varchar(40) DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_groups_sibling" UNIQUE NULLS NOT DISTINCT("company_fk","group_fk","name")
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"guid" uuid NOT NULL,
	"public_key" varchar(44) NOT NULL,
	"alias" varchar(64) NOT NULL,
	"memo" varchar(140) DEFAULT '' NOT NULL,
	"approval" smallint DEFAULT 0 NOT NULL,
	"possible_clone" smallint DEFAULT 0 NOT NULL,
	"device_group_fk" integer NOT NULL,
	"app_config_fk" integer,
	"dev_os_id" smallint DEFAULT 0 NOT NULL,
	"user_os_str" text DEFAULT '' NOT NULL,
	"alive" smallint DEFAULT 0 NOT NULL,
	"state_seq" bigint DEFAULT 0 NOT NULL,
	"last_connected_time" timestamp with time zone,
	"last_disconnected_time" timestamp with time zone,
	"s_pub_ip" text,
	"s_pri_ip" text,
	"ip_addr" text,
	"netmask" text,
	"gateway" text,
	"dns" text,
	"mac_addr" text,
	"bios" text,
	"processor" text,
	"time_zone" text,
	"cs_ver" text,
	"latitude" double precision,
	"longitude" double precision,
	"kms_addr" text,
	"kms_port" integer,
	"disable_filetransfer" smallint DEFAULT 0 NOT NULL,
	"security_agreement" smallint DEFAULT 0 NOT NULL,
	"hardware" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"software" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrol_tokens" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"group_fk" integer,
	"auto_accept" smallint DEFAULT 1 NOT NULL,
	"uses_left" integer,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"device_fk" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"device_group_fk" integer NOT NULL,
	"member_fk" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_thresholds" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"group_fk" integer NOT NULL,
	"alert_code" varchar(3) NOT NULL,
	"alert_time" integer,
	"alert_th_value" double precision
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"device_alias" varchar(64) NOT NULL,
	"device_os_id" smallint NOT NULL,
	"alert_code" varchar(3) NOT NULL,
	"alert_value" double precision,
	"generate" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"act_name_id" smallint NOT NULL,
	"act_type_id" smallint NOT NULL,
	"device_pk" integer,
	"member_pk" integer,
	"old_value" text,
	"new_value" text,
	"name" text DEFAULT '' NOT NULL,
	"reg_mail" text DEFAULT '' NOT NULL,
	"act_time" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_minutes" (
	"company_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"samples" integer NOT NULL,
	"cpu_avg" real,
	"cpu_max" real,
	"memory_avg" real,
	"memory_max" real,
	"hdd_last" real,
	"cpu_temp_max" real,
	"hdd_temp_max" real,
	"fan_min" real,
	CONSTRAINT "usage_minutes_device_fk_minute_pk" PRIMARY KEY("device_fk","minute")
) PARTITION BY RANGE ("minute");
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "users" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"mgrid" varchar(38) NOT NULL,
	"password_hash" text NOT NULL,
	"password_changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) DEFAULT '' NOT NULL,
	"email" varchar(200) DEFAULT '' NOT NULL,
	"phone" varchar(200) DEFAULT '' NOT NULL,
	"department" varchar(200) DEFAULT '' NOT NULL,
	"position" varchar(200) DEFAULT '' NOT NULL,
	"type" varchar(20) DEFAULT 'Member' NOT NULL,
	"member_type_id" integer DEFAULT 1 NOT NULL,
	"auth_val" integer DEFAULT 1 NOT NULL,
	"auth_remotecontrol" integer DEFAULT 0 NOT NULL,
	"auth_devicemanagement" integer DEFAULT 0 NOT NULL,
	"auth_filemanager" integer DEFAULT 0 NOT NULL,
	"auth_remoteview" integer DEFAULT 0 NOT NULL,
	"auth_update" integer DEFAULT 0 NOT NULL,
	"auth_thumbnailview" integer DEFAULT 0 NOT NULL,
	"auth_restart" integer DEFAULT 0 NOT NULL,
	"use_approval_function" integer DEFAULT 0 NOT NULL,
	"use_approval" integer DEFAULT 0 NOT NULL,
	"flag_use_otp" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"email_verified_at" timestamp with time zone,
	"failure_count" integer DEFAULT 0 NOT NULL,
	"locked_at" timestamp with time zone,
	"time_zone_id" integer DEFAULT 32 NOT NULL,
	"date_fmt_id" integer DEFAULT 0 NOT NULL,
	"lang_code" varchar(2) DEFAULT 'ko' NOT NULL,
	"refresh_interval" integer DEFAULT 5 NOT NULL,
	"img_refresh_interval" integer DEFAULT 5 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "command_steps" ADD CONSTRAINT "command_steps_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "command_steps" ADD CONSTRAINT "command_steps_command_fk_commands_id_fk" FOREIGN KEY ("command_fk") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_configs" ADD CONSTRAINT "app_configs_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_device_fk_devices_pk_fk" FOREIGN KEY ("device_fk") REFERENCES "public"."devices"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_device_group_fk_device_groups_pk_fk" FOREIGN KEY ("device_group_fk") REFERENCES "public"."device_groups"("pk") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_app_config_fk_app_configs_pk_fk" FOREIGN KEY ("app_config_fk") REFERENCES "public"."app_configs"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrol_tokens" ADD CONSTRAINT "enrol_tokens_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrol_tokens" ADD CONSTRAINT "enrol_tokens_group_fk_device_groups_pk_fk" FOREIGN KEY ("group_fk") REFERENCES "public"."device_groups"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_device_fk_devices_pk_fk" FOREIGN KEY ("device_fk") REFERENCES "public"."devices"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_device_group_fk_device_groups_pk_fk" FOREIGN KEY ("device_group_fk") REFERENCES "public"."device_groups"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_member_fk_users_pk_fk" FOREIGN KEY ("member_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_thresholds" ADD CONSTRAINT "alert_thresholds_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audits" ADD CONSTRAINT "audits_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "command_steps_command" ON "command_steps" USING btree ("command_fk");--> statement-breakpoint
CREATE INDEX "commands_company" ON "commands" USING btree ("company_fk","created_at");--> statement-breakpoint
CREATE INDEX "commands_device" ON "commands" USING btree ("device_fk","created_at");--> statement-breakpoint
CREATE INDEX "commands_bulk" ON "commands" USING btree ("bulk_id");--> statement-breakpoint
CREATE INDEX "commands_open" ON "commands" USING btree ("state","deadline");--> statement-breakpoint
CREATE INDEX "outbox_age" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "connections_device" ON "connections" USING btree ("device_fk","connected_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_guid" ON "devices" USING btree ("guid");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_key" ON "devices" USING btree ("company_fk","public_key");--> statement-breakpoint
CREATE INDEX "devices_group" ON "devices" USING btree ("device_group_fk");--> statement-breakpoint
CREATE INDEX "devices_mac" ON "devices" USING btree ("company_fk","mac_addr");--> statement-breakpoint
CREATE UNIQUE INDEX "enrol_tokens_hash" ON "enrol_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "favourites_pair" ON "favourites" USING btree ("user_fk","device_fk");--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_pair" ON "group_members" USING btree ("member_fk","device_group_fk");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_thresholds_code" ON "alert_thresholds" USING btree ("group_fk","alert_code");--> statement-breakpoint
CREATE INDEX "alerts_company" ON "alerts" USING btree ("company_fk","generate");--> statement-breakpoint
CREATE INDEX "audits_company" ON "audits" USING btree ("company_fk","act_time");--> statement-breakpoint
CREATE INDEX "audits_device" ON "audits" USING btree ("device_pk","act_time");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_fk");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_mgrid" ON "users" USING btree ("mgrid");--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_fk");