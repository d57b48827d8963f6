CREATE TABLE "sign_in_failures" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"mgrid" varchar(38) NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"cause" varchar(20) NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "is_location_set" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "reported_latitude" double precision;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "reported_longitude" double precision;--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD CONSTRAINT "sign_in_failures_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_failures_page" ON "sign_in_failures" USING btree ("company_fk","failed_at","pk");--> statement-breakpoint
CREATE INDEX "sign_in_failures_user" ON "sign_in_failures" USING btree ("user_fk","failed_at","pk");--> statement-breakpoint
SELECT isolate_company('sign_in_failures', 'company_fk');--> statement-breakpoint
UPDATE devices SET reported_latitude = latitude, reported_longitude = longitude WHERE latitude IS NOT NULL;
