-- Run after each migration. The owner makes the tables; <owner>_api and <owner>_system, where they exist, use them:
--   CREATE ROLE vigil_api LOGIN PASSWORD '…'; CREATE ROLE vigil_system LOGIN PASSWORD '…';
DO $$
DECLARE
  api text := current_user || '_api';
  system text := current_user || '_system';
  has_api boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = api);
  has_system boolean := EXISTS (SELECT FROM pg_roles WHERE rolname = system);
  role text;
  target record;
BEGIN
  FOREACH role IN ARRAY ARRAY[api, system] LOOP
    CONTINUE WHEN NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO %I', role);
    -- Servers are not ready before the last migration that they know was applied.
    EXECUTE format('GRANT USAGE ON SCHEMA drizzle TO %I', role);
    EXECUTE format('GRANT SELECT (created_at) ON drizzle.__drizzle_migrations TO %I', role);
  END LOOP;

  -- Not the partitions: they are reached through their table.
  FOR target IN
    SELECT c.oid::regclass AS name, EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_fk' AND NOT attisdropped
    ) AS of_company, c.relrowsecurity AS isolated
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND pg_has_role(current_user, c.relowner, 'USAGE')
  LOOP
    IF has_system THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', target.name, system);
      IF target.isolated THEN
        EXECUTE format('ALTER POLICY system_scope ON %s TO CURRENT_USER, %I', target.name, system);
      END IF;
    END IF;
    IF has_api AND target.of_company THEN
      EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO %I', target.name, api);
    END IF;
  END LOOP;

  IF has_api THEN
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON companies TO %I', api);
    EXECUTE format('GRANT SELECT ON notices, server_absences TO %I', api);
    EXECUTE format('GRANT SELECT ON release_keys, agent_releases, agent_release_chunks TO %I', api);
    -- The names and addresses of applicants are for the operator only.
    EXECUTE format('REVOKE SELECT ON partner_applications FROM %I', api);
    EXECUTE format('GRANT SELECT (pk, mgrid, password_hash, state, decide_by), INSERT ON partner_applications TO %I', api);
    EXECUTE format(
      'GRANT EXECUTE ON FUNCTION company_of_login(text), is_login_taken(text), company_of_email(text), logins_of_email(text),
         company_of_unconfirmed_email(text),
         company_of_link(text), company_of_invitation(text), company_of_enrol_token(text), company_of_api_token(text),
         company_of_remote_session(uuid), company_of_payment(uuid), company_of_lapsed_bulk_job(), company_of_ended_ticket_account(),
         company_of_due_deletion(timestamptz),
         sign_in_policy_shares(int, int), bytes_of_applications() TO %I', api);
  END IF;
  IF has_system THEN
    EXECUTE format('GRANT EXECUTE ON FUNCTION add_usage_partition(date), drop_usage_partitions(date) TO %I', system);
  END IF;
END $$;
