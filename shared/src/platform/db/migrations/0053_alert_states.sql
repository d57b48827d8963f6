CREATE TABLE "server_absences" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"away_from" timestamp with time zone NOT NULL,
	"away_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_heartbeat" (
	"pk" smallint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "alert_limit" double precision;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "last_value" double precision;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "last_value_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "unknown_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "no_data" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "sensor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "end_reason" varchar(9);--> statement-breakpoint
CREATE INDEX "server_absences_until" ON "server_absences" USING btree ("away_until");