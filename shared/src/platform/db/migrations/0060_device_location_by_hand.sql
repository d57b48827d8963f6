ALTER TABLE "devices" ADD COLUMN "is_location_set" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "reported_latitude" double precision;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "reported_longitude" double precision;--> statement-breakpoint
UPDATE devices SET reported_latitude = latitude, reported_longitude = longitude WHERE latitude IS NOT NULL;
