CREATE TABLE "ticket_devices" (
	"company_fk" integer NOT NULL,
	"ticket_fk" integer NOT NULL,
	"device_fk" integer NOT NULL,
	"n" smallint NOT NULL,
	"device_name" varchar(64) NOT NULL,
	CONSTRAINT "ticket_devices_ticket_fk_device_fk_pk" PRIMARY KEY("ticket_fk","device_fk")
);
--> statement-breakpoint
CREATE TABLE "ticket_history" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"ticket_fk" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"move" varchar(10),
	"state" smallint NOT NULL,
	"actor_fk" integer,
	"actor_name" varchar(200) DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"pk" serial PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"requester_fk" integer NOT NULL,
	"requester_id" varchar(38) NOT NULL,
	"requester_name" varchar(200) DEFAULT '' NOT NULL,
	"requester_company" varchar(200) DEFAULT '' NOT NULL,
	"requester_part" varchar(200) DEFAULT '' NOT NULL,
	"work_start" timestamp with time zone NOT NULL,
	"work_end" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"asked_fk" integer,
	"asked_name" varchar(200) DEFAULT '' NOT NULL,
	"asked_position" varchar(200) DEFAULT '' NOT NULL,
	"asked_part" varchar(200) DEFAULT '' NOT NULL,
	"decider_fk" integer,
	"decider_name" varchar(200) DEFAULT '' NOT NULL,
	"decider_position" varchar(200) DEFAULT '' NOT NULL,
	"decider_part" varchar(200) DEFAULT '' NOT NULL,
	"worker_id" varchar(38),
	"reveal_key" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ticket_fk" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "valid_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "valid_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket_devices" ADD CONSTRAINT "ticket_devices_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_devices" ADD CONSTRAINT "ticket_devices_ticket_fk_tickets_pk_fk" FOREIGN KEY ("ticket_fk") REFERENCES "public"."tickets"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_history" ADD CONSTRAINT "ticket_history_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_history" ADD CONSTRAINT "ticket_history_ticket_fk_tickets_pk_fk" FOREIGN KEY ("ticket_fk") REFERENCES "public"."tickets"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_devices_device" ON "ticket_devices" USING btree ("device_fk");--> statement-breakpoint
CREATE INDEX "ticket_history_ticket" ON "ticket_history" USING btree ("ticket_fk","pk");--> statement-breakpoint
CREATE INDEX "tickets_company" ON "tickets" USING btree ("company_fk","created_at");--> statement-breakpoint
CREATE INDEX "tickets_requester" ON "tickets" USING btree ("requester_fk");--> statement-breakpoint
CREATE INDEX "tickets_open_end" ON "tickets" USING btree ("work_end","state");--> statement-breakpoint
CREATE UNIQUE INDEX "users_ticket" ON "users" USING btree ("ticket_fk") WHERE ticket_fk is not null;--> statement-breakpoint
SELECT isolate_company('tickets', 'company_fk');--> statement-breakpoint
SELECT isolate_company('ticket_devices', 'company_fk');--> statement-breakpoint
SELECT isolate_company('ticket_history', 'company_fk');--> statement-breakpoint
-- The company of a temporary account whose ticket was ended while it has an open session. The account is locked until the transaction
-- ends, so that two processes do not end the same sessions.
CREATE FUNCTION company_of_ended_ticket_account() RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  SELECT company_fk INTO found FROM users u WHERE ticket_fk IS NOT NULL AND NOT active
    AND EXISTS (SELECT FROM sessions s WHERE s.user_fk = u.pk AND s.ended_at IS NULL)
  ORDER BY pk LIMIT 1 FOR UPDATE SKIP LOCKED;
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_ended_ticket_account() FROM PUBLIC;
