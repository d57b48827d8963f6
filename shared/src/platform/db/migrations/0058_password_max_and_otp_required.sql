ALTER TABLE "policies" ADD COLUMN "password_max" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "policies" ADD COLUMN "otp_required" smallint DEFAULT 0 NOT NULL;