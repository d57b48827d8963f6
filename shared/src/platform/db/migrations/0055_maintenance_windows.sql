CREATE TABLE "maintenance_windows" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"reason" varchar(200) DEFAULT '' NOT NULL,
	"is_for_all" boolean DEFAULT false NOT NULL,
	"group_fk" integer,
	"tags" text[],
	"device_pks" integer[],
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"week_days" smallint[],
	"time_zone_id" integer NOT NULL,
	"ended_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"created_by" integer,
	"created_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maintenance_windows_one_target" CHECK (is_for_all::int + (group_fk is not null)::int + (tags is not null)::int + (device_pks is not null)::int = 1)
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_created_by_users_pk_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_windows_company" ON "maintenance_windows" USING btree ("company_fk");--> statement-breakpoint
SELECT isolate_company('maintenance_windows', 'company_fk');
