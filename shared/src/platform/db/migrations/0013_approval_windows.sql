ALTER TABLE "approvals" ADD COLUMN "announced_open" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "approvals_end" ON "approvals" USING btree ("end_time");--> statement-breakpoint
CREATE INDEX "approvals_announced" ON "approvals" USING btree ("pk") WHERE announced_open = 1;