CREATE TABLE "device_deletions" (
	"guid" uuid NOT NULL,
	"public_key" varchar(44) NOT NULL,
	"company_fk" integer NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "device_deletions_guid_public_key_pk" PRIMARY KEY("guid","public_key")
);
--> statement-breakpoint
CREATE TABLE "unknown_agents" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"guid" uuid NOT NULL,
	"public_key" varchar(44) NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"mac_addr" text DEFAULT '' NOT NULL,
	"user_os_str" text DEFAULT '' NOT NULL,
	"s_pri_ip" text DEFAULT '' NOT NULL,
	"hardware_id" varchar(64),
	"s_pub_ip" text NOT NULL,
	"agent_version" varchar(40) NOT NULL,
	"first_seen" timestamp with time zone NOT NULL,
	"last_seen" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unknown_agents" ADD CONSTRAINT "unknown_agents_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "unknown_agents_identity" ON "unknown_agents" USING btree ("company_fk","guid","public_key");--> statement-breakpoint
CREATE INDEX "unknown_agents_seen" ON "unknown_agents" USING btree ("company_fk","last_seen");--> statement-breakpoint
SELECT isolate_company('device_deletions', 'company_fk');--> statement-breakpoint
SELECT isolate_company('unknown_agents', 'company_fk');--> statement-breakpoint
-- A company is deleted by its operator, in SQL; its devices go with it.
CREATE FUNCTION record_deletions_of_company() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO device_deletions (guid, public_key, company_fk)
    SELECT guid, public_key, company_fk FROM devices WHERE company_fk = OLD.pk
    ON CONFLICT DO NOTHING;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER record_deletions BEFORE DELETE ON companies FOR EACH ROW EXECUTE FUNCTION record_deletions_of_company();
