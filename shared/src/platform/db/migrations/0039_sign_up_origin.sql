ALTER TABLE "companies" ADD COLUMN "subscription" varchar(40);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "use_for" varchar(10);--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "pcany_user" varchar(3);