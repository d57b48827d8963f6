CREATE TABLE "channel_deliveries" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"channel_fk" integer NOT NULL,
	"incident_fk" bigint,
	"event" varchar(10) NOT NULL,
	"body" jsonb NOT NULL,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"duration_ms" integer,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"next_try_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"name" varchar(60) NOT NULL,
	"kind" varchar(10) NOT NULL,
	"sealed_url" text NOT NULL,
	"host" text NOT NULL,
	"sealed_secret" text,
	"group_pks" integer[],
	"alert_codes" text[],
	"after_minutes" integer,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"language" varchar(2) NOT NULL,
	"time_zone_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"reason" varchar(200) DEFAULT '' NOT NULL,
	"is_for_all" boolean DEFAULT false NOT NULL,
	"group_fk" integer,
	"tags" text[],
	"device_pks" integer[],
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"week_days" smallint[],
	"time_zone_id" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_by" integer,
	"created_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maintenance_windows_one_target" CHECK (is_for_all::int + (group_fk is not null)::int + (tags is not null)::int + (device_pks is not null)::int = 1)
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_fk_channels_pk_fk" FOREIGN KEY ("channel_fk") REFERENCES "public"."channels"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_created_by_users_pk_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_deliveries_channel" ON "channel_deliveries" USING btree ("channel_fk","pk");--> statement-breakpoint
CREATE INDEX "channel_deliveries_waiting" ON "channel_deliveries" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_once" ON "channel_deliveries" USING btree ("channel_fk","incident_fk","event");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_name" ON "channels" USING btree ("company_fk",lower("name"));--> statement-breakpoint
CREATE INDEX "maintenance_windows_company" ON "maintenance_windows" USING btree ("company_fk");--> statement-breakpoint
SELECT isolate_company('maintenance_windows', 'company_fk');--> statement-breakpoint
SELECT isolate_company('channels', 'company_fk');--> statement-breakpoint
SELECT isolate_company('channel_deliveries', 'company_fk');
