ALTER TABLE "devices" ADD COLUMN "approval_changed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "alerts_ended" ON "alerts" USING btree ("company_fk","ended_at");