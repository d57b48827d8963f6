CREATE TABLE "device_hardware" (
	"device_fk" integer NOT NULL,
	"company_fk" integer NOT NULL,
	"hardware_id" varchar(64) NOT NULL,
	"name" text NOT NULL,
	"mac_addr" text NOT NULL,
	"s_pri_ip" text NOT NULL,
	"s_pub_ip" text NOT NULL,
	"user_os_str" text NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL,
	"connected_at" timestamp with time zone,
	"barred_at" timestamp with time zone,
	"successor_fk" integer,
	CONSTRAINT "device_hardware_device_fk_hardware_id_pk" PRIMARY KEY("device_fk","hardware_id")
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "hardware_id" varchar(64);--> statement-breakpoint
ALTER TABLE "device_hardware" ADD CONSTRAINT "device_hardware_device_fk_devices_pk_fk" FOREIGN KEY ("device_fk") REFERENCES "public"."devices"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_hardware" ADD CONSTRAINT "device_hardware_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_hardware" ADD CONSTRAINT "device_hardware_successor_fk_devices_pk_fk" FOREIGN KEY ("successor_fk") REFERENCES "public"."devices"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_hardware_successor" ON "device_hardware" USING btree ("successor_fk");--> statement-breakpoint
CREATE INDEX "devices_hardware" ON "devices" USING btree ("company_fk","hardware_id");--> statement-breakpoint
SELECT isolate_company('device_hardware', 'company_fk');
