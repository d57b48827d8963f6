ALTER TABLE "incidents" ADD COLUMN "opening_told_groups" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "has_untold_groups" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "incidents_end_untold" ON "incidents" USING btree ("company_fk") WHERE resolved_at is not null and opening_told_at is not null and end_told_at is null;--> statement-breakpoint
UPDATE "incidents" "i" SET "opening_told_groups" = array(SELECT DISTINCT "d"."device_group_fk" FROM "alerts" "a" JOIN "devices" "d" ON "d"."pk" = "a"."device_fk" WHERE "a"."incident_fk" = "i"."pk") WHERE "opening_told_at" IS NOT NULL AND "end_told_at" IS NULL;
