ALTER TABLE "licences" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
UPDATE "licences" SET "withdrawn_at" = "expires_at" WHERE "payment_fk" IN (SELECT "id" FROM "payments" WHERE "state" = 'withdrawn');
