-- A transaction names the company it acts for in app.company; 'all' is for workers, sign-in and operators.
-- FORCE binds the owner of the tables too. Without the setting there are no rows at all.
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'company_fk'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY company_isolation ON %I USING (
         current_setting(''app.company'', true) = ''all''
         OR company_fk = nullif(nullif(current_setting(''app.company'', true), ''all''), '''')::int
       )', name);
  END LOOP;
END $$;
