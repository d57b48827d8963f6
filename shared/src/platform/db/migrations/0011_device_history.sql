CREATE TABLE "device_processes" (
	"device_fk" integer PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"rows" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "usage_minutes" ADD COLUMN "cpu_min" real;--> statement-breakpoint
ALTER TABLE "usage_minutes" ADD COLUMN "memory_min" real;--> statement-breakpoint
ALTER TABLE "device_processes" ADD CONSTRAINT "device_processes_device_fk_devices_pk_fk" FOREIGN KEY ("device_fk") REFERENCES "public"."devices"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_processes" ADD CONSTRAINT "device_processes_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
SELECT isolate_company('device_processes', 'company_fk');
