-- An address that is not confirmed may be anyone's: no ID is looked up by it, and none is mailed to it.
CREATE OR REPLACE FUNCTION company_of_email(address text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (
    SELECT company_fk FROM users
    WHERE lower(email) = lower(address) AND email <> '' AND active AND email_verified_at IS NOT NULL
    ORDER BY mgrid LIMIT 1
  );
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION logins_of_email(address text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
BEGIN
  RETURN QUERY
    SELECT mgrid::text FROM users
    WHERE lower(email) = lower(address) AND email <> '' AND active AND email_verified_at IS NOT NULL ORDER BY mgrid;
  PERFORM set_config('app.company', scope, true);
END $$;
