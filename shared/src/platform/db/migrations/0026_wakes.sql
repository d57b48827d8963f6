ALTER TABLE "commands" ADD COLUMN "parent_fk" uuid;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "link" varchar(8);--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_parent_fk_commands_id_fk" FOREIGN KEY ("parent_fk") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commands_parent" ON "commands" USING btree ("parent_fk") WHERE parent_fk is not null;--> statement-breakpoint
-- A wake was a row of its sender. From now on that row is an order of the wake, which is a row of the device to wake,
-- under an id that follows from its own (a version 8 UUID). Whether those devices came online is not known: they are no proof (no result).
INSERT INTO "commands" ("id", "company_fk", "device_fk", "device_alias", "type", "args", "state", "message",
  "issued_by", "issuer_name", "bulk_id", "created_at", "deadline", "effect_by", "finished_at")
SELECT overlay(overlay(md5('wake by ' || c."id") placing '8' from 13) placing '8' from 17)::uuid, c."company_fk", (c."args" ->> 'target_device_pk')::int, coalesce(d."alias", ''), 'wol',
  jsonb_build_object('mac_addr', c."args" -> 'mac_addr'), CASE WHEN c."finished_at" IS NULL THEN 'queued' ELSE c."state" END,
  c."message", c."issued_by", c."issuer_name", c."bulk_id", c."created_at", c."created_at" + interval '5 minutes',
  c."created_at" + interval '5 minutes', c."finished_at"
FROM "commands" c LEFT JOIN "devices" d ON d."pk" = (c."args" ->> 'target_device_pk')::int
WHERE c."type" = 'wol' AND c."args" ? 'target_device_pk';--> statement-breakpoint
UPDATE "commands" SET "parent_fk" = overlay(overlay(md5('wake by ' || "id") placing '8' from 13) placing '8' from 17)::uuid, "bulk_id" = NULL
WHERE "type" = 'wol' AND "args" ? 'target_device_pk';--> statement-breakpoint
INSERT INTO "command_steps" ("company_fk", "command_fk", "state", "message", "at")
SELECT w."company_fk", w."id", s."state", s."message", s."at"
FROM "commands" w JOIN "commands" c ON c."parent_fk" = w."id" JOIN "command_steps" s ON s."command_fk" = c."id"
WHERE s."state" IN ('queued', 'done', 'failed', 'expired');
