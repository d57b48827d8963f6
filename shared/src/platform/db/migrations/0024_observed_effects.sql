ALTER TABLE "commands" ADD COLUMN "before" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "accepted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "effect_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "boot_id" varchar(100);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "agent_start_id" varchar(100);--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "start_reported_at" timestamp with time zone;