ALTER TABLE "companies" ADD COLUMN "ip_policy" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ip_policies" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;