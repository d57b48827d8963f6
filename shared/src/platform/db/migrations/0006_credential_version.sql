ALTER TABLE "link_tokens" ADD COLUMN "address" varchar(200) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "link_tokens" ADD COLUMN "credential_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "pending_email" varchar(200);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "credential_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "recovery_codes" SET "kept_at" = "created_at";--> statement-breakpoint
UPDATE "link_tokens" SET "address" = "users"."email" FROM "users" WHERE "users"."pk" = "link_tokens"."user_fk";
