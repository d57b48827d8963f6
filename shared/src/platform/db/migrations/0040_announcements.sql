CREATE TABLE "announcements" (
	"pk" bigserial PRIMARY KEY NOT NULL,
	"company_fk" integer,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_company_fk_companies_pk_fk" FOREIGN KEY ("company_fk") REFERENCES "public"."companies"("pk") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_age" ON "announcements" USING btree ("created_at");--> statement-breakpoint
SELECT isolate_company('announcements', 'company_fk');
