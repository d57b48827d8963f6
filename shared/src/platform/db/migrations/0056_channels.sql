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
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_fk_channels_pk_fk" FOREIGN KEY ("channel_fk") REFERENCES "public"."channels"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_deliveries_channel" ON "channel_deliveries" USING btree ("channel_fk","pk");--> statement-breakpoint
CREATE INDEX "channel_deliveries_waiting" ON "channel_deliveries" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_once" ON "channel_deliveries" USING btree ("channel_fk","incident_fk","event");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_name" ON "channels" USING btree ("company_fk",lower("name"));--> statement-breakpoint
SELECT isolate_company('channels', 'company_fk');--> statement-breakpoint
SELECT isolate_company('channel_deliveries', 'company_fk');
