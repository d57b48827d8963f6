-- The bytes of all companies' applications, announced ones as well: they share one disk.
CREATE FUNCTION bytes_of_applications() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found bigint;
BEGIN
  found := (SELECT coalesce(sum(size), 0) FROM applications);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION bytes_of_applications() FROM PUBLIC;
