CREATE TABLE "last_frames" (
	"device_fk" integer PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"ext" varchar(4) NOT NULL,
	"captured_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "pictures" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "picture_retention" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "picture_budget" integer;--> statement-breakpoint
ALTER TABLE "last_frames" ADD CONSTRAINT "last_frames_device_fk_devices_pk_fk" FOREIGN KEY ("device_fk") REFERENCES "public"."devices"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "last_frames" ADD CONSTRAINT "last_frames_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "last_frames_company" ON "last_frames" USING btree ("company_fk");--> statement-breakpoint
-- Encrypted bytes cannot be compressed.
ALTER TABLE "last_frames" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;--> statement-breakpoint
SELECT isolate_company('last_frames', 'company_fk');
