ALTER TABLE "companies" ADD COLUMN "common_policy" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "policy_state" jsonb;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "changes" jsonb DEFAULT '{}'::jsonb NOT NULL;