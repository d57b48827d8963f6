-- Nobody has shown that such an address is theirs: it is asked for its confirmation, and no ID is looked up by it.
CREATE FUNCTION company_of_unconfirmed_email(address text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (
    SELECT company_fk FROM users
    WHERE lower(email) = lower(address) AND email <> '' AND active AND email_verified_at IS NULL
    ORDER BY mgrid LIMIT 1
  );
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_unconfirmed_email(text) FROM PUBLIC;
