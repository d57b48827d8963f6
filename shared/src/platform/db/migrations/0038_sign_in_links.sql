ALTER TABLE "link_tokens" ADD COLUMN "session_fk" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "parent_fk" uuid;--> statement-breakpoint
CREATE INDEX "sessions_parent" ON "sessions" USING btree ("parent_fk") WHERE parent_fk is not null;