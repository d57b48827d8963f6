ALTER TABLE "device_processes" ADD COLUMN "total" integer;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "software_total" integer;