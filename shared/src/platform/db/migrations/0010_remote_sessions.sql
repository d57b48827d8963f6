CREATE TABLE "remote_files" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"session_fk" uuid NOT NULL,
	"file_name" varchar(255) NOT NULL,
	"action_type" varchar(8) NOT NULL,
	"file_size" bigint NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	CONSTRAINT "remote_files_once" UNIQUE("session_fk","file_name","action_type","start_time")
);
--> statement-breakpoint
CREATE TABLE "remote_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"type" varchar(2) NOT NULL,
	"user_fk" integer,
	"mgrid" varchar(38) NOT NULL,
	"user_name" text DEFAULT '' NOT NULL,
	"device_fk" integer,
	"device_alias" varchar(64) NOT NULL,
	"device_guid" uuid NOT NULL,
	"host_public_ip" text,
	"host_private_ip" text,
	"host_os_id" smallint NOT NULL,
	"viewer_public_ip" text,
	"viewer_private_ip" text,
	"viewer_os_id" smallint,
	"security" smallint DEFAULT 0 NOT NULL,
	"window_bound" smallint DEFAULT 0 NOT NULL,
	"secret_hash" varchar(64) NOT NULL,
	"key_hash" varchar(64),
	"issued_at" timestamp with time zone NOT NULL,
	"start_time" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"end_time" timestamp with time zone,
	"end_reason" varchar(10)
);
--> statement-breakpoint
ALTER TABLE "remote_files" ADD CONSTRAINT "remote_files_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_files" ADD CONSTRAINT "remote_files_session_fk_remote_sessions_id_fk" FOREIGN KEY ("session_fk") REFERENCES "public"."remote_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remote_sessions" ADD CONSTRAINT "remote_sessions_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "remote_sessions_company" ON "remote_sessions" USING btree ("company_fk","issued_at");--> statement-breakpoint
CREATE INDEX "remote_sessions_device" ON "remote_sessions" USING btree ("device_fk","issued_at");--> statement-breakpoint
CREATE INDEX "remote_sessions_open" ON "remote_sessions" USING btree ("issued_at") WHERE end_time is null;--> statement-breakpoint
SELECT isolate_company('remote_sessions', 'company_fk');--> statement-breakpoint
SELECT isolate_company('remote_files', 'company_fk');--> statement-breakpoint
-- The company of a session that a viewer reports of; the secret or the key is checked in its scope.
CREATE FUNCTION company_of_remote_session(session uuid) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM remote_sessions WHERE id = session);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_remote_session(uuid) FROM PUBLIC;
