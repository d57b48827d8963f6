CREATE TABLE "application_chunks" (
	"company_fk" integer NOT NULL,
	"application_fk" integer NOT NULL,
	"at" bigint NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "application_chunks_application_fk_at_pk" PRIMARY KEY("application_fk","at")
);
--> statement-breakpoint
CREATE TABLE "application_installs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"application_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"action" varchar(10) NOT NULL,
	"downloaded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"group_fk" integer,
	"name" varchar(200) NOT NULL,
	"version" varchar(80) NOT NULL,
	"file_name" varchar(200) NOT NULL,
	"kind" varchar(4),
	"size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"sha256" char(64),
	"state" varchar(10) DEFAULT 'uploading' NOT NULL,
	"flag_install" smallint DEFAULT 1 NOT NULL,
	"install_args" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"run_after" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"pin_hash" text,
	"uploader_fk" integer,
	"uploader_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "not_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "application_chunks" ADD CONSTRAINT "application_chunks_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_chunks" ADD CONSTRAINT "application_chunks_application_fk_applications_pk_fk" FOREIGN KEY ("application_fk") REFERENCES "public"."applications"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_installs" ADD CONSTRAINT "application_installs_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_installs" ADD CONSTRAINT "application_installs_application_fk_applications_pk_fk" FOREIGN KEY ("application_fk") REFERENCES "public"."applications"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_group_fk_device_groups_pk_fk" FOREIGN KEY ("group_fk") REFERENCES "public"."device_groups"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_installs_device" ON "application_installs" USING btree ("application_fk","device_fk","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "applications_name" ON "applications" USING btree ("company_fk",lower("name"),lower("version"));--> statement-breakpoint
CREATE INDEX "applications_uploading" ON "applications" USING btree ("created_at") WHERE state = 'uploading';--> statement-breakpoint
-- Installers are compressed already.
ALTER TABLE "application_chunks" ALTER COLUMN "data" SET STORAGE EXTERNAL;--> statement-breakpoint
SELECT isolate_company('applications', 'company_fk');--> statement-breakpoint
SELECT isolate_company('application_chunks', 'company_fk');--> statement-breakpoint
SELECT isolate_company('application_installs', 'company_fk');
