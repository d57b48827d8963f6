ALTER TABLE "devices" ADD COLUMN "system_info_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "inventory_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "policy_state_at" timestamp with time zone;