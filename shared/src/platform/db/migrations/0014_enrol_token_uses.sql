ALTER TABLE "enrol_tokens" ADD COLUMN "used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "enrol_tokens" ADD COLUMN "sealed" text;