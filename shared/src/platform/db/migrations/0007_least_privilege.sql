-- Rows of a company exist for transactions that name it. The scope 'all' is for the owner of the tables, and for the
-- system role that roles.sql adds to the policy; the role of the API is in neither.
CREATE FUNCTION isolate_company(target regclass, company_column text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
  EXECUTE format('DROP POLICY IF EXISTS company_isolation ON %s', target);
  EXECUTE format(
    'CREATE POLICY company_isolation ON %s USING (
       %I = nullif(nullif(current_setting(''app.company'', true), ''all''), '''')::int
     )', target, company_column);
  EXECUTE format('DROP POLICY IF EXISTS system_scope ON %s', target);
  EXECUTE format(
    'CREATE POLICY system_scope ON %s TO CURRENT_USER USING (current_setting(''app.company'', true) = ''all'')', target);
END $$;--> statement-breakpoint
DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN
    SELECT c.oid::regclass FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'company_fk' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  LOOP
    PERFORM isolate_company(target, 'company_fk');
  END LOOP;
  PERFORM isolate_company('companies', 'pk');
END $$;--> statement-breakpoint
-- A mail to a person before there is a company can be written, but only workers read it.
CREATE POLICY mail_without_company ON mails FOR INSERT WITH CHECK (company_fk IS NULL);--> statement-breakpoint
-- Returns the scope so far. A function cannot have the scope as a setting of its own: only superusers may give one a
-- setting that Postgres does not know.
CREATE FUNCTION enter_system_scope() RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  scope text := coalesce(current_setting('app.company', true), '');
BEGIN
  PERFORM set_config('app.company', 'all', true);
  RETURN scope;
END $$;--> statement-breakpoint
-- The lookups across companies that the API needs. Each answers with the company of something that the caller already
-- knows, and with nothing else; the rows are read afterwards in the scope of that company.
CREATE FUNCTION company_of_login(login text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM users WHERE mgrid = login);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
CREATE FUNCTION company_of_email(address text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (
    SELECT company_fk FROM users
    WHERE lower(email) = lower(address) AND email <> '' AND active ORDER BY mgrid LIMIT 1
  );
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
-- All login IDs of an address, which are mailed to it.
CREATE FUNCTION logins_of_email(address text) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
BEGIN
  RETURN QUERY
    SELECT mgrid::text FROM users
    WHERE lower(email) = lower(address) AND email <> '' AND active ORDER BY mgrid;
  PERFORM set_config('app.company', scope, true);
END $$;--> statement-breakpoint
CREATE FUNCTION company_of_link(hash text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM link_tokens WHERE token_hash = hash);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
CREATE FUNCTION company_of_invitation(hash text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM invitations WHERE code_hash = hash);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
CREATE FUNCTION company_of_enrol_token(hash text) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM enrol_tokens WHERE token_hash = hash);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
-- How many companies have which policies of signing in, for IDs that do not exist.
CREATE FUNCTION sign_in_policy_shares(default_block int, default_unlock int) RETURNS TABLE (block_num int, self_unlock int, companies int) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
BEGIN
  RETURN QUERY
    SELECT coalesce(p.block_num, default_block), coalesce(p.self_unlock, default_unlock)::int, count(*)::int
    FROM public.companies c LEFT JOIN policies p ON p.company_fk = c.pk GROUP BY 1, 2 ORDER BY 1, 2;
  PERFORM set_config('app.company', scope, true);
END $$;--> statement-breakpoint
-- Partitions belong to the owner, so that workers need no right to change tables.
CREATE FUNCTION add_usage_partition(day date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  name text := 'usage_minutes_' || to_char(day, 'YYYYMMDD');
BEGIN
  IF to_regclass('public.' || name) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE public.%I PARTITION OF public.usage_minutes FOR VALUES FROM (%L) TO (%L)',
    name, day || 'T00:00Z', (day + 1) || 'T00:00Z');
  PERFORM isolate_company(('public.' || name)::regclass, 'company_fk');
END $$;--> statement-breakpoint
CREATE FUNCTION drop_usage_partitions(before date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.usage_minutes'::regclass
      AND c.relname < 'usage_minutes_' || to_char(before, 'YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE public.%I', name);
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION
  isolate_company(regclass, text), enter_system_scope(), company_of_login(text), company_of_email(text), logins_of_email(text),
  company_of_link(text), company_of_invitation(text), company_of_enrol_token(text), sign_in_policy_shares(int, int),
  add_usage_partition(date), drop_usage_partitions(date)
FROM PUBLIC;
