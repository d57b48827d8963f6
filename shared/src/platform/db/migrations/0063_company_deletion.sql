ALTER TABLE "companies" ADD COLUMN "delete_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "delete_reminded_days" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
-- A company whose account is to be deleted by now, and is not closed. The company is locked until the transaction ends, so that one
-- process closes it, and nobody keeps it meanwhile.
CREATE FUNCTION company_of_due_deletion(due timestamptz) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  SELECT pk INTO found FROM companies WHERE delete_at <= due AND closed_at IS NULL
  ORDER BY delete_at LIMIT 1 FOR UPDATE SKIP LOCKED;
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_due_deletion(timestamptz) FROM PUBLIC;
