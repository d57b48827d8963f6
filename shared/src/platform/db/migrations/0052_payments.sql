CREATE TABLE "payment_notifications" (
	"provider" varchar(20) NOT NULL,
	"id" varchar(100) NOT NULL,
	"company_fk" integer NOT NULL,
	"payment_fk" uuid NOT NULL,
	"hash" varchar(64) NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_notifications_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_fk" integer NOT NULL,
	"user_fk" integer,
	"state" varchar(10) NOT NULL,
	"provider" varchar(20) NOT NULL,
	"method" varchar(6),
	"type" varchar(20) NOT NULL,
	"device_volume" integer NOT NULL,
	"months" integer NOT NULL,
	"parent_fk" integer,
	"unit_price" integer NOT NULL,
	"total" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"remarks" varchar(200) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "time_zone_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "price" varchar(120) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "payment_fk" uuid;--> statement-breakpoint
ALTER TABLE "licences" ADD COLUMN "reminded_days" integer;--> statement-breakpoint
ALTER TABLE "payment_notifications" ADD CONSTRAINT "payment_notifications_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_notifications" ADD CONSTRAINT "payment_notifications_payment_fk_payments_id_fk" FOREIGN KEY ("payment_fk") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_fk_users_pk_fk" FOREIGN KEY ("user_fk") REFERENCES "public"."users"("pk") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_notifications_payment" ON "payment_notifications" USING btree ("payment_fk");--> statement-breakpoint
CREATE INDEX "payments_company" ON "payments" USING btree ("company_fk","created_at");--> statement-breakpoint
CREATE INDEX "payments_state" ON "payments" USING btree ("state","created_at");--> statement-breakpoint
ALTER TABLE "licences" ADD CONSTRAINT "licences_payment_fk_unique" UNIQUE("payment_fk");--> statement-breakpoint
SELECT isolate_company('payments', 'company_fk');--> statement-breakpoint
SELECT isolate_company('payment_notifications', 'company_fk');--> statement-breakpoint
-- A call-back of a provider names a payment, and nothing of its company.
CREATE FUNCTION company_of_payment(payment uuid) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  scope text := enter_system_scope();
  found int;
BEGIN
  found := (SELECT company_fk FROM payments WHERE id = payment);
  PERFORM set_config('app.company', scope, true);
  RETURN found;
END $$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION company_of_payment(uuid) FROM PUBLIC;
