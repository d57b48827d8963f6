CREATE INDEX "users_mgrid_folded" ON "users" USING btree (lower("mgrid"));--> statement-breakpoint
-- Whether any company has an account with this login ID, in upper or lower case. IDs are ASCII, so that every collation folds them alike.
CREATE FUNCTION is_login_taken(login text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found boolean;
BEGIN
  found := EXISTS (SELECT 1 FROM users WHERE lower(mgrid) = lower(login));
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION is_login_taken(text) FROM PUBLIC;
