CREATE TABLE "bulk_job_devices" (
	"company_fk" integer NOT NULL,
	"job_fk" uuid NOT NULL,
	"n" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"device_alias" varchar(64),
	"outcome" varchar(40),
	CONSTRAINT "bulk_job_devices_job_fk_n_pk" PRIMARY KEY("job_fk","n")
);
--> statement-breakpoint
CREATE TABLE "bulk_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer NOT NULL,
	"change" jsonb NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"attempt" uuid NOT NULL,
	"lease_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_job_devices" ADD CONSTRAINT "bulk_job_devices_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_job_devices" ADD CONSTRAINT "bulk_job_devices_job_fk_bulk_jobs_id_fk" FOREIGN KEY ("job_fk") REFERENCES "public"."bulk_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD CONSTRAINT "bulk_jobs_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_jobs_user" ON "bulk_jobs" USING btree ("user_fk","created_at");--> statement-breakpoint
CREATE INDEX "bulk_jobs_open" ON "bulk_jobs" USING btree ("lease_until") WHERE finished_at is null;--> statement-breakpoint
SELECT isolate_company('bulk_jobs', 'company_fk');--> statement-breakpoint
SELECT isolate_company('bulk_job_devices', 'company_fk');--> statement-breakpoint
-- The company of a job whose process has ended, for an API that takes it over. The job is locked until the transaction ends, so
-- that two of them do not take the same one.
CREATE FUNCTION company_of_lapsed_bulk_job() RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  SELECT company_fk INTO found FROM bulk_jobs WHERE finished_at IS NULL AND lease_until < now()
  ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED;
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_lapsed_bulk_job() FROM PUBLIC;
