CREATE TABLE "incidents" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"cause" varchar(6) NOT NULL,
	"address" text,
	"group_fk" integer,
	"alert_kind" smallint,
	"device_fk" integer,
	"name" text DEFAULT '' NOT NULL,
	"device_count" integer NOT NULL,
	"site_count" integer,
	"state" smallint DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" integer,
	"acknowledged_name" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"resolved_at" timestamp with time zone,
	"opening_told_at" timestamp with time zone,
	"end_told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "incident_fk" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incidents_company" ON "incidents" USING btree ("company_fk","opened_at");--> statement-breakpoint
CREATE INDEX "incidents_unresolved" ON "incidents" USING btree ("company_fk") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "incidents_resolved" ON "incidents" USING btree ("company_fk","resolved_at");--> statement-breakpoint
CREATE INDEX "alerts_incident" ON "alerts" USING btree ("incident_fk");--> statement-breakpoint
SELECT isolate_company('incidents', 'company_fk');
