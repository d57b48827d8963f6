ALTER TABLE "commands" ADD COLUMN "key_id" varchar(40);--> statement-breakpoint
ALTER TABLE "commands" ADD COLUMN "signature" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "allow_protocol_1" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "protocol" smallint DEFAULT 1 NOT NULL;