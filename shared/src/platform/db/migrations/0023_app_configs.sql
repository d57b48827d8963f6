ALTER TABLE "app_configs" ADD COLUMN "description" varchar(200) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_configs" ADD COLUMN "flag_df_config" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_configs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_configs" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Names were not unique before.
UPDATE "app_configs" c SET "config_name" = left(c."config_name", 80) || ' ' || c."pk" WHERE EXISTS (
  SELECT 1 FROM "app_configs" o
  WHERE o."company_fk" = c."company_fk" AND lower(o."config_name") = lower(c."config_name") AND o."pk" < c."pk"
);--> statement-breakpoint
-- Each company was made with one configuration, which is its default from now on.
UPDATE "app_configs" c SET "flag_df_config" = 1 WHERE c."pk" = (
  SELECT o."pk" FROM "app_configs" o WHERE o."company_fk" = c."company_fk"
  ORDER BY lower(o."config_name") <> 'default', o."pk" LIMIT 1
);--> statement-breakpoint
INSERT INTO "app_configs" ("company_fk", "config_name", "flag_df_config")
SELECT "pk", 'Default', 1 FROM "companies" c WHERE NOT EXISTS (SELECT 1 FROM "app_configs" o WHERE o."company_fk" = c."pk");--> statement-breakpoint
CREATE UNIQUE INDEX "app_configs_name" ON "app_configs" USING btree ("company_fk",lower("config_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "app_configs_default" ON "app_configs" USING btree ("company_fk") WHERE flag_df_config = 1;
